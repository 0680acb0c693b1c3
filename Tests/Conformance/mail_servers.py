"""Mail servers that take mails as a company's relay does: aiosmtpd inside the test, and Postfix."""

import base64
import email
import email.policy
import os
import shutil
import socketserver
import ssl
import threading

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

import children
from certificates import self_signed
from processes import accepts_connections, eventually, free_port

USER = "me@shop"
PASSWORD = "p@ss:w/ord"
# In a URL.
CREDENTIALS = "me%40shop:p%40ss%3Aw%2Ford"


def parsed(content):
    return email.message_from_bytes(content, policy=email.policy.default)


class Catcher:
    """An SMTP server of the test's own."""

    def __init__(self, directory=None, port=None, secure=False, accept=None, implicit_tls=False):
        """With `secure` it asks for STARTTLS and a password. `accept` gets a recipient and answers a reply, or None."""
        self.mails = []
        self.encrypted = []
        self.port = port or free_port()
        self._accept = accept or (lambda _: None)
        context = None
        if secure or implicit_tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self_signed(directory, "mail.test"))
        options = {"ssl_context": context} if implicit_tls else {"tls_context": context, "require_starttls": secure}
        self._controller = Controller(
            self,
            hostname="127.0.0.1",
            port=self.port,
            authenticator=self._authenticate,
            auth_required=secure,
            auth_require_tls=secure,
            **options,
        )
        self._controller.start()

    @staticmethod
    def _authenticate(_server, _session, _envelope, _mechanism, data):
        # Not handled: the server answers a failure itself.
        success = (data.login, data.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=success, handled=False)

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        refusal = self._accept(address)
        if refusal:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, session, envelope):
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        self.encrypted.append(session.ssl is not None)
        return "250 OK"

    def recipients(self):
        return [recipient for _, recipients, _ in self.mails for recipient in recipients]

    def close(self):
        self._controller.stop()


class Postfix:
    """Postfix with a configuration of its own: it asks for STARTTLS and a password, and keeps mails in files."""

    PLACES = """
        compatibility_level = 3.6
        queue_directory = {directory}/spool
        data_directory = {directory}/data
        maillog_file_prefixes = {directory}
        maillog_file = {directory}/log
        myhostname = mail.test
        inet_interfaces = 127.0.0.1
        inet_protocols = ipv4
        mydestination =
        """
    SETTINGS = """
        mynetworks =
        smtpd_tls_chain_files = {certificate}
        smtpd_tls_security_level = encrypt
        smtpd_sasl_auth_enable = yes
        smtpd_sasl_type = dovecot
        smtpd_sasl_path = inet:127.0.0.1:{passwords}
        smtpd_recipient_restrictions = permit_sasl_authenticated, reject
        smtpd_relay_restrictions = permit_sasl_authenticated, reject
        virtual_mailbox_domains = example.test
        virtual_mailbox_base = {directory}/mails
        virtual_mailbox_maps = static:all/
        virtual_uid_maps = static:65534
        virtual_gid_maps = static:65534
        smtputf8_enable = no
        """

    @staticmethod
    def is_there():
        """Postfix insists on being started by root."""
        return shutil.which("postfix", path=f"{os.environ.get('PATH', '')}:/usr/sbin") and os.geteuid() == 0

    def __init__(self, directory, **values):
        # Its processes have to reach the directory under users of their own.
        for parent in [directory, *directory.parents]:
            if parent.stat().st_uid == os.geteuid() and not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o011)
        self.port = free_port()
        self._directory = directory
        self._passwords = Passwords()
        for name, owner in {"conf": "root", "spool": "root", "data": "postfix", "mails": "nobody"}.items():
            (directory / name).mkdir()
            shutil.chown(directory / name, owner)
        self._configuration = directory / "conf"
        settings = (self.PLACES + self.SETTINGS).format(
            directory=directory,
            certificate=self_signed(directory, "mail.test"),
            passwords=self._passwords.port,
            **values,
        )
        (self._configuration / "main.cf").write_text("\n".join(line.strip() for line in settings.splitlines()))
        (self._configuration / "master.cf").write_text(self._services())
        # In the foreground, so that it is found among the children.
        self._process = children.Popen(**self._command("start-fg"))
        assert eventually(lambda: accepts_connections("127.0.0.1", self.port), within=20), self.log()

    def _services(self):
        """Debian's list of processes, on the test's port and without chroot."""
        lines = []
        with open("/etc/postfix/master.cf") as services:
            for line in services:
                words = line.split()
                if len(words) >= 8 and not line.startswith(("#", " ")):
                    if words[:2] == ["smtp", "inet"]:
                        words[0] = f"127.0.0.1:{self.port}"
                    words[4] = "n"
                    lines.append(" ".join(words))
        return "\n".join(lines) + "\n"

    def _command(self, name):
        path = f"{os.environ.get('PATH', '')}:/usr/sbin"
        return {"command": ["postfix", "-c", self._configuration, name], "env": children.clean_environment(PATH=path)}

    def mails(self):
        return [path.read_bytes() for path in sorted((self._directory / "mails").glob("all/new/*"))]

    def log(self):
        log = self._directory / "log"
        return log.read_text() if log.exists() else ""

    def close(self):
        children.run(**self._command("stop"), check=True)
        self._process.wait(30)
        self._passwords.close()


class Relay(Postfix):
    """Postfix that takes the mails of this machine's programs and passes them on to another server."""

    SETTINGS = """
        mynetworks = 127.0.0.0/8
        smtpd_relay_restrictions = permit_mynetworks, reject
        relayhost = [127.0.0.1]:{to}
        smtp_tls_security_level = {tls}
        """

    def __init__(self, directory, to, encrypted=False):
        super().__init__(directory, to=to, tls="encrypt" if encrypted else "none")


class Passwords:
    """Checks passwords for Postfix, in the protocol of Dovecot."""

    def __init__(self):
        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                self.wfile.write(b"VERSION\t1\t1\nMECH\tPLAIN\tplaintext\nSPID\t1\nCUID\t1\n")
                self.wfile.write(b"COOKIE\t" + b"0" * 32 + b"\nDONE\n")
                for line in self.rfile:
                    words = line.rstrip(b"\n").split(b"\t")
                    if words[0] != b"AUTH":
                        continue
                    given = [base64.b64decode(word[5:]) for word in words if word.startswith(b"resp=")]
                    is_right = given == [f"\0{USER}\0{PASSWORD}".encode()]
                    self.wfile.write((b"OK\t" if is_right else b"FAIL\t") + words[1] + b"\tuser=me\n")

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

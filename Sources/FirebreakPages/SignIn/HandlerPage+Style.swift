extension HandlerPage {
    /// Colours have a contrast of at least 4.5 to 1 in both schemes.
    static let style = #"""
        :root {
          color-scheme: light dark;
          --page: #f4f2ef; --card: #ffffff; --text: #1f1d1b; --quiet: #66605a; --line: #dcd7d1; --edge: #8b847c;
          --accent: #ad3f0a; --on-accent: #ffffff; --hover: #f7f3ee; --danger: #b3261e;
          --warning: #fdf0d5; --warning-line: #e3b04b;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #171513; --card: #221f1d; --text: #f1ede9; --quiet: #b3aaa1; --line: #3d3833; --edge: #857c73;
            --accent: #ffa56b; --on-accent: #2b1202; --hover: #2d2926; --danger: #ff9d93;
            --warning: #3a2e16; --warning-line: #8a6a26;
          }
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body {
          margin: 0; padding: 2.5rem 1rem; background: var(--page); color: var(--text);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
        }
        main {
          max-width: 28rem; margin: 0 auto; padding: 1.75rem; background: var(--card);
          border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 3px rgb(0 0 0 / 8%);
          overflow-wrap: anywhere;
        }
        h1, h2, p, ul { margin: 0; padding: 0; }
        h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
        h2 { font-size: 1rem; font-weight: 600; margin: 1.5rem 0 0.5rem; }
        .product {
          color: var(--accent); font-size: 0.75rem; font-weight: 650; letter-spacing: 0.08em;
          text-transform: uppercase; margin-bottom: 0.375rem;
        }
        .scope, .help, .hint { color: var(--quiet); font-size: 0.875rem; }
        .scope { margin-top: 0.25rem; }
        .scope strong { font-weight: 600; }
        .hint { font-weight: 400; }
        #filter-result:not(:empty) { margin-top: 0.25rem; }
        .help { margin-bottom: 0.75rem; }
        .warning, .failure { margin-top: 1.25rem; padding: 0.75rem 1rem; border-radius: 0.625rem; font-size: 0.9375rem; }
        .warning { background: var(--warning); border: 1px solid var(--warning-line); }
        .failure { color: var(--danger); border: 1px solid currentColor; }
        .status { color: var(--quiet); font-size: 0.875rem; }
        .status:not(:empty) { margin-top: 1rem; }

        button, input { font: inherit; color: inherit; }
        button { cursor: pointer; border-radius: 0.625rem; }
        button:disabled { cursor: default; opacity: 0.5; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

        #accounts-list {
          list-style: none; max-height: min(22rem, 44vh); overflow-y: auto; border: 1px solid var(--line);
          border-radius: 0.75rem; margin-bottom: 0.75rem;
        }
        #accounts-list li + li { border-top: 1px solid var(--line); }
        .account, .wide {
          display: flex; align-items: center; gap: 0.875rem; width: 100%; padding: 0.75rem 0.875rem;
          border: 0; background: none; text-align: left;
        }
        .account { border-radius: 0; }
        .account:focus-visible { outline-offset: -2px; border-radius: 0.75rem; }
        .account:hover, .wide:hover, .plain:hover { background: var(--hover); }
        .wide { border: 1px solid var(--line); border-radius: 0.75rem; font-weight: 550; }
        .who { display: block; min-width: 0; }
        .name, .email { display: block; }
        .name { font-weight: 550; line-height: 1.3; }
        .email { color: var(--quiet); font-size: 0.875rem; }
        .avatar {
          flex: none; width: 2.5rem; height: 2.5rem; border-radius: 50%; display: grid; place-items: center;
          font-weight: 600; color: #ffffff; object-fit: cover;
        }
        .plus { color: var(--accent); border: 1px dashed var(--edge); font-size: 1.25rem; line-height: 1; }
        .tint-0 { background: #9c4221; } .tint-1 { background: #6b46a8; } .tint-2 { background: #1f6f5c; }
        .tint-3 { background: #a3324f; } .tint-4 { background: #2b62a8; } .tint-5 { background: #6b5b1e; }

        .field { margin-bottom: 0.75rem; }
        label { display: block; font-size: 0.875rem; font-weight: 550; margin-bottom: 0.25rem; }
        .choice { display: flex; gap: 0.5rem; align-items: baseline; margin-bottom: 0.875rem; }
        .choice label { margin: 0; }
        .choice input { accent-color: var(--accent); }
        .field input {
          width: 100%; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.625rem;
          background: var(--card);
        }
        .field input[aria-invalid="true"] { border-color: var(--danger); }
        .error { color: var(--danger); font-size: 0.875rem; min-height: 1.3125rem; margin-top: 0.125rem; }
        .field:has(.error) { margin-bottom: 0.25rem; }
        .actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
        #sign-in { margin-left: auto; }
        .plain, .primary { padding: 0.5rem 1rem; border: 1px solid transparent; font-weight: 550; }
        .plain { color: var(--accent); background: none; border-color: var(--line); }
        .primary { background: var(--accent); color: var(--on-accent); padding-inline: 1.5rem; }
        .primary:not(:disabled):hover { filter: brightness(1.08); }
        /* Also the popups of SDKs, 500 wide and 600 high. */
        @media (max-width: 34rem) {
          body { padding: 0; background: var(--card); }
          main { max-width: none; padding: 1.25rem 1.25rem 2rem; border: 0; border-radius: 0; box-shadow: none; }
        }
        """#
}

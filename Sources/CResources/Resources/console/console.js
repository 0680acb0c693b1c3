// What every view has. Without scripts the console works as well: its links and forms need none.
import "./copy.js";
import "./live.js";
import "./keys.js";
import "./confirm.js";
import "./drop.js";
import "./clock.js";
import "./choices.js";
import "./menus.js";
import "./lines.js";
import "./autosubmit.js";
import "./place.js";
import "./fold.js";
import "./submit.js";
import "./claims.js";
import "./target.js";

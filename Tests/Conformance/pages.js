// What pages.py asks a page in the browser. Each question is sent with all of this before it.

/** What a person can point at, or reach with the keyboard. */
const CONTROLS = "a[href], button, input:not([type='hidden']), select, textarea, summary, [tabindex='0']";

const isShown = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
const shownControls = () => [...document.querySelectorAll(CONTROLS)].filter(isShown);

/** Takes all that moves to where it goes. A look at it brings styles up to date, which may set more in motion. */
function settle() {
  for (let round = 0; round < 100; round += 1) {
    const moving = document.getAnimations().filter(({ playState }) => playState !== "finished");
    if (!moving.length) return;
    for (const animation of moving) animation.finish();
  }
  throw new Error("something on the page never stands still");
}

// Contrast

/**
 * Marks one of each kind of control that is shown, and all around it: of a list, one row stands for the others.
 * - known: The kinds that need no look any more, as numbers.
 * Returns the kinds that were marked.
 */
function markControls(known) {
  const names = ["class", "type", "aria-current", "aria-invalid", "aria-selected", "disabled"];
  const look = (element) => [element.localName, ...names.map((name) => element.getAttribute(name))].join(".");
  const sheets = [...document.styleSheets].map(({ href, cssRules }) => href ?? cssRules.length).join();
  const kinds = new Set(known);
  return shownControls().flatMap((control) => {
    const around = [];
    for (let element = control.parentElement; element; element = element.parentElement) around.push(element);
    const inside = [...control.querySelectorAll("*")];
    const text = [sheets, ...around.map(look), look(control), ...inside.map(look)].join(" ");
    const kind = [...text].reduce((hash, character) => (Math.imul(hash, 31) + character.codePointAt(0)) | 0, 0);
    if (kinds.has(kind)) return [];
    kinds.add(kind);
    control.dataset.looked = "at";
    for (const element of around) element.dataset.around = "it";
    return [kind];
  });
}

function unmarkControls() {
  for (const element of document.querySelectorAll("[data-looked], [data-around]")) {
    delete element.dataset.looked;
    delete element.dataset.around;
  }
}

/** Red, green, blue of 0 to 255, alpha of 0 to 1. */
function numbers(colour) {
  const found = colour.match(/^rgba?\(([^)]*)\)$/);
  if (!found) throw new Error(`no colour that is known here: ${colour}`);
  const [red, green, blue, alpha = 1] = found[1].split(/[ ,/]+/).map(Number);
  return [red, green, blue, alpha];
}

const over = (top, ground) => [0, 1, 2].map((index) => top[index] * top[3] + ground[index] * (1 - top[3]));

/** The colour behind the text of an element. */
function ground(element) {
  if (!element) return [255, 255, 255];
  const style = getComputedStyle(element);
  if (style.filter !== "none" || style.opacity !== "1" || style.backgroundImage !== "none") {
    throw new Error(`nobody can tell the colours of ${element.outerHTML.slice(0, 100)}`);
  }
  return over(numbers(style.backgroundColor), ground(element.parentElement));
}

function luminance(colour) {
  const [red, green, blue] = colour.map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The texts of marked controls whose contrast to what is behind them is less than 4.5 to 1 (WCAG 1.4.3, which is
 * content with less for large letters, and lets disabled controls be).
 */
function paleTexts() {
  settle();
  const problems = [];
  function hold(element, colour, text) {
    const behind = ground(element);
    const [dark, light] = [luminance(over(colour, behind)), luminance(behind)].sort((one, other) => one - other);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast >= 4.5) return;
    const colours = `rgba(${colour}) on rgb(${behind.map(Math.round)})`;
    problems.push(`${contrast.toFixed(2)} : 1 of "${text}", ${colours}: ${element.outerHTML.slice(0, 200)}`);
  }
  for (const control of document.querySelectorAll("[data-looked]")) {
    if (control.matches("input:not([type='checkbox'], [type='radio'], [type='file']), textarea")) {
      if (control.value) hold(control, numbers(getComputedStyle(control).color), control.value);
      const style = getComputedStyle(control, "::placeholder");
      const [red, green, blue, alpha] = numbers(style.color);
      if (control.placeholder) hold(control, [red, green, blue, alpha * style.opacity], control.placeholder);
    }
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, data } = texts.currentNode;
      if (!data.trim() || !isShown(parentElement)) continue;
      hold(parentElement, numbers(getComputedStyle(parentElement).color), data.trim());
    }
  }
  return problems;
}

// Pointing

/** The point of an element that a click goes to, as WebDriver has it: the middle of what is in the window. */
function inViewCentre(element) {
  const box = element.getClientRects()[0];
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  return [(left + right) / 2, (top + bottom) / 2];
}

/**
 * The controls that a click does not reach. As WebDriver does it, a control is scrolled to only where its point is
 * outside of the window: one that is merely covered stays where it is.
 */
function coveredControls() {
  settle();
  // A menu lies over the page as long as it is open.
  const menus = [...document.querySelectorAll(".menu[open]")];
  for (const menu of menus) menu.open = false;
  const place = [scrollX, scrollY];
  const problems = [];
  const isReached = (control, point) => {
    const top = document.elementFromPoint(...point);
    return control.contains(top) || [...(control.labels ?? [])].some((label) => label.contains(top));
  };
  for (const fromTop of [true, false]) {
    for (const control of shownControls()) {
      const box = control.getClientRects()[0];
      // What waits beside the window for the keyboard's focus.
      if (!box || box.width * box.height <= 1 || box.right + scrollX <= 0) continue;
      if (fromTop) scrollTo({ top: 0, left: 0, behavior: "instant" });
      if (!document.elementsFromPoint(...inViewCentre(control)).includes(control)) {
        control.scrollIntoView({ behavior: "instant", block: "end", inline: "nearest" });
      }
      const point = inViewCentre(control);
      if (isReached(control, point)) continue;
      const top = document.elementFromPoint(...point);
      problems.push(`at ${point}: ${control.outerHTML.slice(0, 150)} under ${top?.outerHTML.slice(0, 150)}`);
    }
    scrollTo({ top: 0, left: 0, behavior: "instant" });
  }
  scrollTo({ left: place[0], top: place[1], behavior: "instant" });
  for (const menu of menus) menu.open = true;
  return problems;
}

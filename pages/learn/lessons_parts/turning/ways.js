// Presenters send Page Up and Page Down; arrows do the same where no field or bar has the focus.

const WAYS = { PageUp: "back", ArrowLeft: "back", PageDown: "forward", ArrowRight: "forward" };

// Which button a key presses; nothing for other keys.
function wayOf({ key, ctrlKey, metaKey, altKey, shiftKey }, isInField) {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined;
  return key.startsWith("Arrow") && isInField ? undefined : WAYS[key];
}

/** Texts about actions on many objects, in English. */
export const bulk = {
  "bulk.copy": "Copy",
  "bulk.empty":
    "A job deletes all objects, versions and delete markers, and aborts all uploads. Locked versions stay. This cannot be undone:",
  "bulk.folder": "All objects whose keys begin with",
  "bulk.hide": "Hide ended ones",
  "bulk.jobs": "All jobs",
  "bulk.matching": "Delete all that match",
  "bulk.move": "Move",
  "bulk.nested": "Within one bucket neither folder may be in the other.",
  "bulk.target": "New beginning of the keys",
} as const satisfies Record<string, string>;

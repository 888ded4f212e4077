import { Unfit } from "./fitness";

/** A file of a folder, by its path from the folder's own name on. */
export interface Found {
  file: File;
  path: string;
}

const MAX_FILES = 10_000;

/** A folder that the browser's own dialog has returned. */
interface Handle {
  kind: "file" | "directory";
  name: string;
  getFile?: () => Promise<File>;
  values?: () => AsyncIterable<Handle>;
}

interface Picker {
  showDirectoryPicker?: () => Promise<Handle>;
}

/** Files and folders that were dropped. To be called while the event is handled: its data ends with it. */
export function droppedFiles(data: Pick<DataTransfer, "items" | "files">): Promise<Found[]> {
  const entries = [...data.items].filter((it) => it.kind === "file").map((it) => it.webkitGetAsEntry());
  const plain = entries.every((it) => it === null) ? [...data.files] : [];
  return collect(async (add) => {
    plain.forEach((file) => add({ file, path: file.name }));
    for (const entry of entries) {
      if (entry) {
        await walk(entry, add);
      }
    }
  });
}

/** Files that were chosen by a field, of a folder or not. */
export function chosenFiles(files: Iterable<File>): Found[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/** Whether the browser has a dialog for folders beside that of a field. */
export function hasFolderDialog(): boolean {
  return (window as Picker).showDirectoryPicker !== undefined;
}

/** Files of a folder that the user chooses; none if the user does not. */
export async function pickFolder(): Promise<Found[]> {
  let folder: Handle | undefined;
  try {
    folder = await (window as Picker).showDirectoryPicker?.();
  } catch (e) {
    if (e instanceof DOMException && e.name === "AbortError") {
      return [];
    }
    throw e;
  }
  return collect((add) => (folder ? walkHandle(folder, "", add) : Promise.resolve()));
}

type Add = (found: Found) => void;

async function collect(walkAll: (add: Add) => Promise<void>): Promise<Found[]> {
  const found: Found[] = [];
  await walkAll((it) => {
    if (found.push(it) > MAX_FILES) {
      throw new Unfit("many");
    }
  });
  return found;
}

async function walk(entry: FileSystemEntry, add: Add): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    add({ file, path: entry.fullPath.replace(/^\//, "") });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A page at a time, until one is empty.
    const page = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (page.length === 0) {
      return;
    }
    for (const it of page) {
      await walk(it, add);
    }
  }
}

async function walkHandle(handle: Handle, parent: string, add: Add): Promise<void> {
  const path = parent + handle.name;
  if (handle.getFile) {
    add({ file: await handle.getFile(), path });
  }
  if (handle.values) {
    for await (const it of handle.values()) {
      await walkHandle(it, `${path}/`, add);
    }
  }
}

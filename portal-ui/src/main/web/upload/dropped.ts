import { Unfit } from "./fitness";

/** A file of a folder, by its path from the folder's own name on. */
export interface Found {
  file: File;
  path: string;
}

/** What was dropped or chosen. */
export interface Taken {
  files: Found[];
  /** The paths of what could not be read, such as a file without the right to it. */
  unreadable: string[];
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
export function droppedFiles(data: Pick<DataTransfer, "items" | "files">): Promise<Taken> {
  const entries = [...data.items].filter((it) => it.kind === "file").map((it) => it.webkitGetAsEntry());
  const plain = entries.every((it) => it === null) ? [...data.files] : [];
  return collect(async (add) => {
    for (const file of plain) {
      await add(file.name, () => file);
    }
    for (const entry of entries) {
      if (entry) {
        await walk(entry, add);
      }
    }
  });
}

/** Files that were chosen by a field, of a folder or not. */
export function chosenFiles(files: Iterable<File>): Taken {
  return { files: [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })), unreadable: [] };
}

/** Whether the browser has a dialog for folders beside that of a field. */
export function hasFolderDialog(): boolean {
  return (window as Picker).showDirectoryPicker !== undefined;
}

/** Files of a folder that the user chooses; none if the user does not. */
export async function pickFolder(): Promise<Taken> {
  let folder: Handle | undefined;
  try {
    folder = await (window as Picker).showDirectoryPicker?.();
  } catch (e) {
    if (e instanceof DOMException && e.name === "AbortError") {
      return { files: [], unreadable: [] };
    }
    throw e;
  }
  return collect((add) => (folder ? walkHandle(folder, "", add) : Promise.resolve()));
}

/** Reads what is at a path. */
type Add = (path: string, read: () => File | Promise<File>) => Promise<void>;

async function collect(walkAll: (add: Add) => Promise<void>): Promise<Taken> {
  const files: Found[] = [];
  const unreadable: string[] = [];
  await walkAll(async (path, read) => {
    try {
      files.push({ file: await read(), path });
    } catch {
      unreadable.push(path);
    }
    if (files.length + unreadable.length > MAX_FILES) {
      throw new Unfit("many");
    }
  });
  return { files, unreadable };
}

async function walk(entry: FileSystemEntry, add: Add): Promise<void> {
  if (entry.isFile) {
    const read = () => new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    await add(entry.fullPath.replace(/^\//, ""), read);
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
    await add(path, handle.getFile.bind(handle));
  }
  if (handle.values) {
    for await (const it of handle.values()) {
      await walkHandle(it, `${path}/`, add);
    }
  }
}

/** An element of a document of S3, without attributes. */
export interface XmlElement {
  name: string;
  children: XmlElement[];
  text: string;
}

const TOKEN = /<(\/?)([\w.:-]+)[^<>]*?(\/?)>|<[?!][^<>]*>|([^<]+)/g;
const SIGNS: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The root of a document. The page's policy (Trusted Types) permits no DOMParser, whose documents might be HTML. */
export function parseXml(document: string): XmlElement | undefined {
  const top: XmlElement = { name: "", children: [], text: "" };
  const open = [top];
  for (const [, end, name, alone, text] of document.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? top;
    if (text !== undefined) {
      parent.text += decode(text);
    } else if (name !== undefined && !end) {
      const element: XmlElement = { name, children: [], text: "" };
      parent.children.push(element);
      if (!alone) {
        open.push(element);
      }
    } else if (name !== undefined && open.length > 1) {
      open.pop();
    }
  }
  return top.children[0];
}

/** The text of a child; empty if there is none. */
export function textOf(parent: XmlElement | undefined, name: string): string {
  return parent?.children.find((it) => it.name === name)?.text ?? "";
}

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, decimal?: string, sign?: string) => {
    if (sign !== undefined) {
      return SIGNS[sign] ?? all;
    }
    return String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16));
  });
}

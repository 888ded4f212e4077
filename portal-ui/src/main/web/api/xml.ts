/** An element of a document of S3; attributes are written, but not read. */
export interface XmlElement {
  name: string;
  children: XmlElement[];
  text: string;
  attributes?: Record<string, string>;
}

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

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

/** An element with a text, or with those of the children that are there. */
export function element(name: string, content: string | readonly (XmlElement | undefined)[]): XmlElement {
  return typeof content === "string"
    ? { name, children: [], text: content }
    : { name, children: content.filter((it) => it !== undefined), text: "" };
}

/** The document of a root, in S3's namespace. */
export function writeXml(root: XmlElement): string {
  return written({ ...root, attributes: { xmlns: NAMESPACE, ...root.attributes } });
}

/** A document for people: a line for each element, indented by its depth. */
export function xmlLines(root: XmlElement, indent = ""): string[] {
  if (root.children.length === 0) {
    return [`${indent}${root.name}: ${root.text}`];
  }
  return [`${indent}${root.name}`, ...root.children.flatMap((it) => xmlLines(it, indent + "  "))];
}

/** The children of a name. */
export function childrenOf(parent: XmlElement | undefined, name: string): XmlElement[] {
  return parent?.children.filter((it) => it.name === name) ?? [];
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

function written({ name, children, text, attributes = {} }: XmlElement): string {
  const pairs = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${encode(value)}"`);
  const content = children.length > 0 ? children.map(written).join("") : encode(text);
  return `<${name}${pairs.join("")}>${content}</${name}>`;
}

function encode(text: string): string {
  return text.replace(/[<>&"\p{Cc}]/gu, (it) => `&#${it.charCodeAt(0)};`);
}

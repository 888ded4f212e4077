import type { search as english } from "../en/search";

/** Texts about the search for objects and shared buckets, in Chinese. */
export const search: Record<keyof typeof english, string> = {
  "search.about": "在您的存储桶中查找对象。",
  "search.about.all": "在租户的所有存储桶中查找对象。",
  "search.action": "搜索",
  "search.bucket": "存储桶",
  "search.date": "UTC 日期，例如 2026-01-31。",
  "search.filter": "筛选条件",
  "search.filter.help": "例如 key==logs/*;size=gt=1000000。分号表示“与”，逗号表示“或”。",
  "search.larger": "至少字节数",
  "search.prefix": "键以此开头",
  "search.rsql": "RSQL 筛选条件",
  "search.since": "修改于此日或之后",
  "search.smaller": "至多字节数",
  "search.start": "请输入要查找的内容。指定前缀或存储桶可加快搜索。",
  "search.start.title": "尚未搜索",
  "search.tag": "标签",
  "search.tag.help": "name=value，或仅名称；仅适用于存储标签的存储桶。",
  "search.type.help": "例如 image/*；仅适用于存储标签的存储桶。",
  "search.unlabelled": "以下存储桶中并非所有对象的标签和内容类型都已知：",
  "search.until": "修改于此日之前",
  "search.words": "键中的词",
  "search.words.help": "全部包含，顺序不限。",
  "shared.about": "其他租户与您共享的存储桶。您在其中的权限由其策略和 ACL 决定。",
  "shared.none": "当策略或 ACL 指定您或您的租户时，存储桶会出现在此处。",
  "shared.none.title": "没有与您共享的内容",
};

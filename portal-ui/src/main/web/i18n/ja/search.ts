import type { search as english } from "../en/search";

/** Texts about the search for objects and shared buckets, in Japanese. */
export const search: Record<keyof typeof english, string> = {
  "search.about": "自分のバケット内のオブジェクトを検索します。",
  "search.about.all": "テナントのすべてのバケット内のオブジェクトを検索します。",
  "search.action": "検索",
  "search.bucket": "バケット",
  "search.date": "UTC の日付。例: 2026-01-31",
  "search.filter": "フィルター",
  "search.filter.help": "例: key==logs/*;size=gt=1000000。セミコロンは AND、コンマは OR です。",
  "search.larger": "最小バイト数",
  "search.prefix": "キーの先頭",
  "search.rsql": "RSQL のフィルター",
  "search.since": "更新日 (以降)",
  "search.smaller": "最大バイト数",
  "search.start": "検索条件を入力してください。先頭の文字列かバケットを指定すると速くなります。",
  "search.start.title": "まだ検索していません",
  "search.tag": "タグ",
  "search.tag.help": "name=value、または名前だけ。ラベルを保存しているバケットだけが対象です。",
  "search.type.help": "例: image/*。ラベルを保存しているバケットだけが対象です。",
  "search.unlabelled": "次のバケットでは、一部のオブジェクトのタグやコンテンツタイプが不明です:",
  "search.until": "更新日 (より前)",
  "search.words": "キーに含まれる語",
  "search.words.help": "すべてを含むもの (順不同)。",
  "shared.about": "ほかのテナントから共有されているバケットです。できることは、それぞれのポリシーと ACL で決まります。",
  "shared.none": "ポリシーか ACL であなたまたはテナントが指定されると、ここに表示されます。",
  "shared.none.title": "共有されているものはありません",
};

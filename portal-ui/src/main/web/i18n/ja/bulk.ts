import type { bulk as english } from "../en/bulk";

/** Texts about actions on many objects, in Japanese. */
export const bulk: Record<keyof typeof english, string> = {
  "bulk.copy": "コピー",
  "bulk.empty": "ジョブがすべてのオブジェクト、バージョン、削除マーカーを削除し、アップロードを中止します。ロックされたバージョンは残ります。元に戻せません:",
  "bulk.folder": "キーが次で始まるすべてのオブジェクト:",
  "bulk.hide": "終了したものを隠す",
  "bulk.jobs": "すべてのジョブ",
  "bulk.matching": "一致するものをすべて削除",
  "bulk.move": "移動",
  "bulk.nested": "同じバケット内では、一方のフォルダーがもう一方に含まれてはいけません。",
  "bulk.target": "キーの新しい先頭",
};

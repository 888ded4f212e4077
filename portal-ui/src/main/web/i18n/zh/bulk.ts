import type { bulk as english } from "../en/bulk";

/** Texts about actions on many objects, in Chinese. */
export const bulk: Record<keyof typeof english, string> = {
  "bulk.copy": "复制",
  "bulk.empty": "任务将删除所有对象、版本和删除标记，并中止所有上传。已锁定的版本会保留。此操作无法撤消：",
  "bulk.folder": "键以此开头的所有对象：",
  "bulk.hide": "隐藏已结束的任务",
  "bulk.jobs": "所有任务",
  "bulk.matching": "删除所有匹配项",
  "bulk.move": "移动",
  "bulk.nested": "在同一存储桶中，任一文件夹不得位于另一个之内。",
  "bulk.target": "键的新前缀",
};

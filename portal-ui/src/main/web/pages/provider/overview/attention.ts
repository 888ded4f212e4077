import type { Health, Node, Platform } from "../../../api/types";
import { time } from "../../../format";
import { t } from "../../../i18n";
import { isEnding } from "../nodes";
import { NEARLY_FULL, usedShare } from "../platforms/capacity";

/** Something that the provider should look at, and where. */
export interface Warning {
  text: string;
  path: string;
}

/** Nodes that are lost, and certificates that end. */
export function warningsOfNodes(nodes: readonly Node[], now: number): Warning[] {
  const lost = nodes
    .filter((it) => it.state === "LOST")
    .map((it) => ({ text: t("overview.node.lost", { name: nameOf(it), time: time(it.lastSeenAt) }), path: "nodes" }));
  const ending = nodes.flatMap((it) => {
    const endsAt = it.report?.certificateEndsAt;
    return endsAt !== undefined && it.state !== "STOPPED" && isEnding(endsAt, now)
      ? [{ text: t("overview.certificate", { name: nameOf(it), time: time(endsAt) }), path: "nodes" }]
      : [];
  });
  return [...lost, ...ending];
}

/** Platforms that are nearly full, or whose probe or capacity cannot be read. */
export function warningsOfPlatforms(platforms: readonly Platform[]): Warning[] {
  return platforms.flatMap((it) => {
    const path = `platforms/${encodeURIComponent(it.name)}`;
    const found: Warning[] = [];
    if ((usedShare(it.capacity) ?? 0) >= NEARLY_FULL) {
      found.push({ text: t("overview.platform.full", { name: it.name }), path });
    }
    if (it.capacity.state === "STALE") {
      found.push({ text: t("overview.platform.stale", { name: it.name }), path });
    }
    if (it.probe.problem) {
      found.push({ text: t("overview.platform.probe", { name: it.name, problem: it.probe.problem }), path });
    }
    return found;
  });
}

/** Work in the background that has failed more than once in a row. */
export function warningsOfHealth(health: Health): Warning[] {
  return health.backgroundWork
    .filter((it) => it.consecutiveFailures > 1)
    .map((it) => ({
      text: t("overview.work", { name: it.name, count: it.consecutiveFailures, cause: it.lastCause ?? "–" }),
      path: "nodes",
    }));
}

function nameOf(node: Node): string {
  return node.report?.host ?? node.name;
}

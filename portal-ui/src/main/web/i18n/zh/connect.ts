import type { connect as english } from "../en/connect";

/** Texts about the overview and the connection of clients, in Chinese. */
export const connect: Record<keyof typeof english, string> = {
  "connect.client": "客户端",
  "connect.client.title": "客户端设置",
  "connect.endpoint": "端点",
  "connect.keys.none": "请将 ACCESS_KEY 和 SECRET_KEY 替换为以下位置的密钥对：",
  "connect.path": "路径样式",
  "connect.secret": "请将 SECRET_KEY 替换为密钥的机密值；它在创建时显示过。新密钥在此创建：",
  "connect.style": "寻址方式",
  "connect.test": "从此处测试",
  "connect.test.about": "使用临时只读密钥签名，像客户端一样在端点列出存储桶。",
  "connect.test.action": "测试连接",
  "connect.test.clock": "此计算机的时钟与服务不一致。请校正它以及客户端的时钟。",
  "connect.test.millis": "{count} 毫秒后响应。",
  "connect.test.refused": "被拒绝",
  "connect.test.served": "可用",
  "connect.test.tls": "浏览器仅在 TLS 页面或 localhost 上才能签名：无法在此测试连接。",
  "connect.test.unreachable": "无法访问",
  "connect.test.unreachable.about": "此浏览器未收到响应：请检查端点名称、其证书以及中间的代理。",
  "connect.virtual": "虚拟托管样式",
  "overview.audit": "最近的操作",
  "overview.buckets": "最大的存储桶",
  "overview.jobs": "未完成的任务",
  "overview.jobs.none": "没有未完成的任务。",
  "start.done": "已完成",
};

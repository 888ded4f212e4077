import type { connect as english } from "../en/connect";

/** Texts about the overview and the connection of clients, in Japanese. */
export const connect: Record<keyof typeof english, string> = {
  "connect.client": "クライアント",
  "connect.client.title": "クライアントの設定",
  "connect.endpoint": "エンドポイント",
  "connect.keys.none": "ACCESS_KEY と SECRET_KEY を次の鍵ペアに置き換えてください:",
  "connect.path": "パス形式",
  "connect.secret": "SECRET_KEY を鍵のシークレットに置き換えてください。シークレットは作成時に表示されたものです。新しい鍵の作成:",
  "connect.style": "アドレス形式",
  "connect.test": "ここからテスト",
  "connect.test.about": "一時的な読み取り専用の鍵で署名し、クライアントと同じようにエンドポイントのバケットを一覧します。",
  "connect.test.action": "接続をテスト",
  "connect.test.clock": "このコンピューターの時計がサービスとずれています。クライアントの時計とともに修正してください。",
  "connect.test.millis": "{count} ミリ秒で応答しました。",
  "connect.test.refused": "拒否されました",
  "connect.test.served": "成功",
  "connect.test.tls": "ブラウザーは TLS または localhost のページでだけ署名できるため、ここでは接続をテストできません。",
  "connect.test.unreachable": "接続できません",
  "connect.test.unreachable.about": "応答がありません。エンドポイントの名前、証明書、途中のプロキシを確認してください。",
  "connect.virtual": "仮想ホスト形式",
  "overview.audit": "最近の操作",
  "overview.buckets": "最大のバケット",
  "overview.jobs": "実行中のジョブ",
  "overview.jobs.none": "実行中のジョブはありません。",
  "start.done": "完了",
};

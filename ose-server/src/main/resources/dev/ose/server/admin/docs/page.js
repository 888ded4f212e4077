// Shows the description of this node, and sends requests with the login of the browser. In a session, writes repeat its
// token; a login by HTTP Basic has none.
"use strict";

async function sessionToken() {
  const answer = await fetch("/api/v1/session");
  return answer.ok ? (await answer.json()).csrf : undefined;
}

window.addEventListener("load", () => {
  SwaggerUIBundle({
    url: "/api/v1/openapi",
    dom_id: "#api",
    deepLinking: true,
    docExpansion: "none",
    filter: true,
    operationsSorter: "alpha",
    tagsSorter: "alpha",
    validatorUrl: null,
    persistAuthorization: false,
    requestInterceptor: async (request) => {
      if (request.method && !["GET", "HEAD"].includes(request.method.toUpperCase())) {
        const token = await sessionToken();
        if (token) {
          request.headers["X-OSE-CSRF"] = token;
        }
      }
      return request;
    },
  });
});

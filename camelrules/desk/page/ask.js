// Questions to the desk. The token goes into a header: no page of another origin can send one.
const token = new URLSearchParams(location.search).get("token") ?? "";

async function asked(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, {...options, headers: {authorization: `Bearer ${token}`, ...options.headers}});
  } catch {
    throw new Error("The desk does not answer. Is `camelrules desk` still running?");
  }
  if (!answer.headers.get("content-type")?.startsWith("application/json")) throw new Error((await answer.text()).trim());
  const data = await answer.json();
  if (!answer.ok) throw new Error([data.error, data.help].filter(Boolean).join("; ").replace(/^./, c => c.toUpperCase()) + ".");
  return data;
}

export const get = path => asked(path);
export const post = (path, body = {}) =>
  asked(path, {method: "POST", body: JSON.stringify(body), headers: {"content-type": "application/json"}});

// Tells of every change, and of the end of the connection.
export function listen(changed, lost) {
  const source = new EventSource(`/api/events?token=${encodeURIComponent(token)}`);
  source.onmessage = event => changed(JSON.parse(event.data));
  source.onerror = () => lost();
}

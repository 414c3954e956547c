// @ts-check
"use strict";

const { connect } = require("node:net");

/**
 * A keep-alive HTTP/1.1 connection with one request at a time. It parses as little of an answer as possible, because the load
 * generator shares the machine with the platform.
 * @typedef {object} Connection
 * @property {(request: Buffer) => Promise<void>} send resolves when a complete 200 has arrived
 * @property {() => void} close
 */

/** @param {URL} url of the server @returns {Promise<Connection>} */
function openConnection({ hostname, port }) {
  const socket = connect(Number(port), hostname).setNoDelay(true);
  /** @type {{ resolve: () => void, reject: (error: Error) => void } | undefined} */
  let waiting;
  /** Missing bytes of the answer's body; undefined while the head arrives. @type {number | undefined} */
  let left;
  let head = "";
  /** @param {Error} [error] */
  const settle = (error) => {
    const caller = waiting;
    waiting = undefined;
    left = undefined;
    head = "";
    if (error) caller?.reject(error);
    else caller?.resolve();
  };
  socket.on("error", settle).on("close", () => settle(new Error("the platform closed a connection")));
  socket.on("data", (/** @type {Buffer} */ chunk) => {
    if (left === undefined) {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!head.startsWith("HTTP/1.1 200 ")) {
        settle(new Error(`the platform answered ${head}`));
        return;
      }
      left = contentLength(head) - (head.length - end - 4);
    } else left -= chunk.length;
    if (left === 0) settle();
  });
  return new Promise((resolve, reject) => {
    socket.once("error", reject).once("connect", () =>
      resolve({
        send: (request) =>
          new Promise((done, failed) => {
            waiting = { resolve: done, reject: failed };
            socket.write(request);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}

/**
 * Returns the bytes of a request, which can be sent many times.
 * @param {import("../demo/platform-process").Ready} ready
 * @param {string} method
 * @param {string} below path below the base URL
 * @param {unknown} [body]
 */
function requestBytes({ baseUrl, token }, method, below, body) {
  const { pathname, host } = new URL(baseUrl + below);
  const text = body === undefined ? "" : JSON.stringify(body);
  const head = [
    `${method} ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    ...(body === undefined
      ? []
      : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
}

/** @param {string} head */
function contentLength(head) {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${head}`);
  return Number(length);
}

module.exports = { openConnection, requestBytes };

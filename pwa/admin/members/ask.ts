import { ownerOf, useDevice } from "#pwa/offline/db";
import { request } from "#pwa/offline/server";

/** Sends a request as the company's admin; the server refuses it when another person is signed in. */
export function ask<T>(method: "POST" | "DELETE", path: string, body?: unknown, quiet = false): Promise<T> {
  const { db } = useDevice.getState();
  return request<T>(method, path, body, {
    timeout: 60_000,
    ...(quiet && { toast: false }),
    ...(db && { as: ownerOf(db) }),
  });
}

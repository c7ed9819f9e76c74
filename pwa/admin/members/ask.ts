import { ownerOf, useDevice } from "#pwa/offline/db";
import type { AnswerOf, BodyOf, KnownPath } from "#pwa/offline/routes";
import { call } from "#pwa/offline/server";

/** Sends a request as the company's admin; the server refuses it when another person is signed in. */
export function ask<M extends "POST" | "DELETE", const Path extends string>(
  method: M,
  path: KnownPath<M, Path>,
  body?: BodyOf<M, Path>,
  quiet = false,
): Promise<AnswerOf<M, Path>> {
  const { db } = useDevice.getState();
  return call(method, path, body, {
    timeout: 60_000,
    ...(quiet && { toast: false }),
    ...(db && { as: ownerOf(db) }),
  });
}

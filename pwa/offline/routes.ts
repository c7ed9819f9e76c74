// The types of calls, taken from the server's contract: a path must be a route's, and its request and answer are that route's.
import type { paths } from "#pwa/offline/contract.gen";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Segments<Path extends string> = Path extends `${infer Head}/${infer Rest}` ? [Head, ...Segments<Rest>] : [Path];

/** Whether a path, split at its slashes, is a route's: a parameter in braces is any one segment. */
type Fits<Path, Route> = Path extends [infer Part, ...infer Parts]
  ? Route extends [infer Name, ...infer Names]
    ? Name extends `{${string}}`
      ? Fits<Parts, Names>
      : [Part] extends [Name]
        ? Fits<Parts, Names>
        : false
    : false
  : Route extends []
    ? true
    : false;

type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

type Operation<M extends Method, Route extends keyof paths> = paths[Route][Lowercase<M>];

/** The routes that take a method. */
type RoutesOf<M extends Method> = {
  [Route in keyof paths]: Operation<M, Route> extends { responses: unknown } ? Route : never;
}[keyof paths];

type Fitting<Path extends string, Route extends string> = Route extends Route
  ? Fits<Segments<Path>, Segments<Route>> extends true
    ? Route
    : never
  : never;

/** The route that a path names, with or without a query; never when the server has none with this method. */
type RouteOf<M extends Method, Path extends string> =
  WithoutQuery<Path> extends RoutesOf<M> ? WithoutQuery<Path> : Fitting<WithoutQuery<Path>, RoutesOf<M>>;

/** A path, or never when the server has no such route with this method. */
export type KnownPath<M extends Method, Path extends string> = [RouteOf<M, Path>] extends [never] ? never : Path;

/** The body of a request; undefined for a route that takes none. */
export type BodyOf<M extends Method, Path extends string> =
  Operation<M, RouteOf<M, Path>> extends { requestBody?: { content: { "application/json": infer Body } } }
    ? Body
    : undefined;

type Success = 200 | 201 | 202;

type JsonOf<Answer> = Answer extends { content: { "application/json": infer Body } } ? Body : undefined;

/** The body of an answer; undefined for one without. */
export type AnswerOf<M extends Method, Path extends string> =
  Operation<M, RouteOf<M, Path>> extends { responses: infer Answers }
    ? { [Status in keyof Answers & Success]: JsonOf<Answers[Status]> }[keyof Answers & Success]
    : undefined;

/** What an answer of the form {data} holds. */
export type DataOf<Answer> = Answer extends { data?: infer Value } ? NonNullable<Value> : never;

import type * as z from 'zod';

import type { RequestOptions } from './client';
import { del, get, post, put } from './index';

/** The methods that an API has. */
export type Method = 'get' | 'post' | 'put' | 'delete';

/** The addresses, without /api, that have a method. */
export type PathOf<Paths, M extends Method> = {
  [Path in keyof Paths]: Path extends `/api${infer Rest}` ? (Paths[Path] extends { [K in M]: object } ? Rest : never) : never;
}[keyof Paths];

/** One operation of a document. */
export type OperationOf<Paths, M extends Method, Path extends string> = `/api${Path}` extends keyof Paths ? (Paths[`/api${Path}`] extends { [K in M]: infer Operation } ? Operation : never) : never;

type ContentOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
/** What an operation answers when it went well; undefined for nothing. */
export type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? [keyof Responses & Answering] extends [never] ? undefined : ContentOf<Responses[keyof Responses & Answering]>
  : undefined;
/** The statuses that come with an answer. */
type Answering = 200 | 201 | 202;
type RequestOf<Operation> = Operation extends { requestBody?: infer Request } ? NonNullable<Request> : never;
/** What an operation takes; undefined for nothing. */
export type BodyOf<Operation> = [RequestOf<Operation>] extends [never] ? undefined : RequestOf<Operation> extends { content: { 'application/json': infer Body } } ? Body | OmittedOf<Operation> : undefined;
/** Undefined where the body may be left out. */
type OmittedOf<Operation> = Operation extends { requestBody: unknown } ? never : undefined;

/** What stands for the parts of an address in braces; the organisation is the user's unless another one is named. */
type PartsOf<Operation> = Operation extends { parameters: { path: infer Parts } } ? Omit<Parts, 'orgId'> & Partial<Pick<Parts, 'orgId' & keyof Parts>> : object;
type Options<Operation> = RequestOptions & (object extends PartsOf<Operation> ? { parts?: PartsOf<Operation> } : { parts: PartsOf<Operation> });
type OptionsGiven<Operation> = object extends PartsOf<Operation> ? [options?: Options<Operation>] : [options: Options<Operation>];

/** An answer in which what the document leaves open (`unknown`) is what the schema says. */
type Described<Answer> = unknown extends Answer ? never : Answer extends readonly (infer One)[] ? Described<One>[] : Answer extends object ? { [Name in keyof Answer]: Described<Answer[Name]> } : Answer;

/**
 * A schema, if it reads what the operation answers: fields that are not answered, be they optional, or are something else, are no schema for it, nor is one that does not say what it reads
 * (`z.ZodType<Tyre>`, `z.unknown()`), unless the document leaves the answer open.
 */
type Reads<Schema extends z.ZodType | undefined, Answer> = Schema extends z.ZodType ? ([IsRead<z.input<Schema>, Answer>, Unanswered<z.input<Schema>, Answer>] extends [true, never] ? Schema : z.ZodType<unknown, Answer>) : undefined;
type IsRead<Read, Answer> = unknown extends Answer ? true : unknown extends Read ? false : Described<Answer> extends Read ? true : false;

/** The names that are written down, in any of several shapes. */
type NamesOf<T> = T extends object ? keyof { [Name in keyof T as string extends Name ? never : number extends Name ? never : Name]: 1 } : never;
/** What is below a name, in any of several shapes. */
type Below<T, Name> = T extends unknown ? (Name extends keyof T ? T[Name] : never) : never;
type OneOf<T> = T extends readonly (infer One)[] ? One : never;

/** The names that a schema reads, be it where they are there, and that the document does not have. What the document leaves open has any name. */
type Unanswered<Read, Answer> = unknown extends Read | Answer ? never
  : [NonNullable<Answer>] extends [readonly unknown[]] ? Unanswered<OneOf<Read>, OneOf<Answer>>
  : [NamesOf<Answer>] extends [never] ? never
  : Exclude<NamesOf<Read>, NamesOf<Answer>> | { [Name in NamesOf<Read> & NamesOf<Answer>]: Unanswered<Below<Read, Name>, Below<Answer, Name>> }[NamesOf<Read> & NamesOf<Answer>];

/** A body of which only the fields that the document names are looked at. */
type Sent<Body> = Body extends readonly (infer One)[] ? readonly Sent<One>[] : Body extends object ? { [Name in keyof Body as string extends Name ? never : Name]: Sent<Body[Name]> } : Body;

/** The options of a DELETE, with its body if it has one. */
type DeletionGiven<Operation, More = object> = [BodyOf<Operation>] extends [undefined]
  ? object extends More & PartsOf<Operation> ? [options?: Options<Operation> & More] : [options: Options<Operation> & More]
  : [options: Options<Operation> & More & { body: Sent<BodyOf<Operation>> }];

/** Sends a body; an answer that nobody reads has no schema. */
type Send<Paths, M extends Method> = <Path extends PathOf<Paths, M>, Schema extends z.ZodType | undefined>(
  path: Path,
  body: Sent<BodyOf<OperationOf<Paths, M, Path>>>,
  schema: Schema & Reads<Schema, AnswerOf<OperationOf<Paths, M, Path>>>,
  ...options: OptionsGiven<OperationOf<Paths, M, Path>>
) => Promise<Schema extends z.ZodType ? z.output<Schema> : undefined>;

/** The operations of a plugin. */
export interface Api<Paths> {
  get<Path extends PathOf<Paths, 'get'>, Schema extends z.ZodType>(
    path: Path,
    schema: Schema & Reads<Schema, AnswerOf<OperationOf<Paths, 'get', Path>>>,
    ...options: OptionsGiven<OperationOf<Paths, 'get', Path>>
  ): Promise<z.output<Schema>>;
  post: Send<Paths, 'post'>;
  put: Send<Paths, 'put'>;
  del<Path extends PathOf<Paths, 'delete'>>(path: Path, ...options: DeletionGiven<OperationOf<Paths, 'delete', Path>>): Promise<void>;
  /** Deletes, and reads the answer. */
  del<Path extends PathOf<Paths, 'delete'>, Schema extends z.ZodType>(
    path: Path,
    ...options: DeletionGiven<OperationOf<Paths, 'delete', Path>, { answer: Schema & Reads<Schema, AnswerOf<OperationOf<Paths, 'delete', Path>>> }>
  ): Promise<z.output<Schema>>;
}

/**
 * The client of a plugin's operations, typed by what `openapi-typescript` makes of its OpenAPI document: `apiOf<paths>()`. An address that the plugin does not have,
 * a body of another shape and a schema that does not read the answer are errors of the compiler. Where an answer is empty, or not read, `undefined` stands for its schema.
 * Answers are parsed all the same, and failures are ApiErrors.
 */
export function apiOf<Paths>(): Api<Paths> {
  return {
    get: (path, schema, ...[options]) => get(filled(path, options), schema, options),
    post: (path, body, schema, ...[options]) => post(filled(path, options), body, schema, options),
    put: (path, body, schema, ...[options]) => put(filled(path, options), body, schema, options),
    del: (path: string, options?: RequestOptions & { parts?: object; body?: unknown; answer?: z.ZodType }) => del(filled(path, options), options?.body, options?.answer, options),
  } as Api<Paths>;
}

function filled(path: string, options?: { parts?: object }): string {
  return Object.entries(options?.parts ?? {}).reduce((text, [name, value]) => (value === undefined ? text : text.replace(`{${name}}`, encodeURIComponent(String(value)))), path);
}

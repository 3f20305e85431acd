import type * as v from 'valibot';
import type { Told } from './past.ts';

/** A database function of the site, with its parameters. */
export interface FunctionCall {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Functions of the database that are no part of the sync, called as the signed-in account; supabase/ask-function.ts implements it.
 * The schema says what the answer is.
 */
export interface DatabaseFunctions {
  /** The answer; if the server is out of reach, the one that it gave before. @throws {Failure} */
  read<Schema extends v.GenericSchema>(
    call: FunctionCall,
    schema: Schema,
  ): Promise<Told<v.InferOutput<Schema>>>;
  /** Has something done. Nothing of the answer is kept. @throws {Failure} */
  call<Schema extends v.GenericSchema>(
    call: FunctionCall,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>>;
}

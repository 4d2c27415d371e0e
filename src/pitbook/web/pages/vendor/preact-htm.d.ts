// The types of what the pages use of preact-htm.js, written for them.

/** Something drawn. The markup inside html`...` is not checked. */
export interface VNode {
  readonly type: unknown;
  readonly props: unknown;
  readonly key: unknown;
}
export type Children = VNode | string | number | bigint | boolean | null | undefined | Children[];
/** What a component may give back. */
export type Drawn = Children;
export type Component = (props: any) => Drawn;

/** What stands in a template. The markup says which event a handler gets, so its type is not known here. */
export type Value = object | string | number | bigint | boolean | null | undefined | ((...given: any[]) => unknown);

export interface Ref<T> {
  current: T;
}
export interface Context<T> {
  Provider: Component;
  readonly default: T;
}
export type Change<T> = (next: T | ((before: T) => T)) => void;
export type Effect = () => void | (() => unknown);

export function h(type: string | Component, props: object | null, ...children: Children[]): VNode;
export function html(strings: TemplateStringsArray, ...values: Value[]): VNode;
export function render(drawn: Drawn, into: Element): void;
export function createContext<T>(value: T): Context<T>;
export function useState<T>(first: T | (() => T)): [T, Change<T>];
export function useReducer<State, Action>(
  reduce: (state: State, action: Action) => State,
  first: State,
): [State, (action: Action) => void];
export function useEffect(effect: Effect, when?: readonly unknown[]): void;
export function useLayoutEffect(effect: Effect, when?: readonly unknown[]): void;
export function useRef<T>(first: T): Ref<T>;
export function useMemo<T>(make: () => T, when: readonly unknown[]): T;
export function useCallback<T extends Function>(callback: T, when: readonly unknown[]): T;
export function useContext<T>(context: Context<T>): T;
export function useErrorBoundary(): [unknown, () => void];

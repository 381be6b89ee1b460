export interface Plugin {
  name: string;
}

declare module "easel" {
  interface FrameTypes {
    oak: string;
  }
}

import { stitch, type Thread } from "./stitch";
const Line = styled(Base).attrs({ role: "x" })<{ $thread: Thread }>`width: ${(props) => props.$thread.width}px;`;
export const Seam = () => (
  <Line>needle & thread {stitch()}</Line>
);

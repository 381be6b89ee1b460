export class Gong {}
export default Gong;

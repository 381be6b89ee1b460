export default abstract class Hull { static float() { return 1; } }

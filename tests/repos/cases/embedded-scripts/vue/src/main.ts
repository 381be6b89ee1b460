import Kettle from "./Kettle.vue";
createApp(Kettle);

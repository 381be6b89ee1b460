import { Resolver, Field } from 'graph';

@Resolver()
export class Counts {
  private lastOne() {
    return 1;
  }

  @Field(() => Number, {
    description: 'How many there are',
    nullable: true,
  })
  async countOfAll() {
    return 1;
  }

  countOfNone() {
    return 1;
  }
}

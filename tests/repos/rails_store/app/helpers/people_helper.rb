module PeopleHelper
  def byline(person) = person.name
end

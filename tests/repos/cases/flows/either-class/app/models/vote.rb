class Vote < ApplicationRecord
  def target
    if comment_id
      Comment.find(comment_id)
    else
      Story.find(story_id)
    end
  end

  def self.vote(story_id, comment_id)
    v = Vote.new
    t = v.target
    t.bump!
  end

  def self.direct(story_id, comment_id)
    t = comment_id ? Comment.find(comment_id) : Story.find(story_id)
    t.bump!
  end

  def early
    return Comment.find(comment_id) if comment_id
    Story.find(story_id)
  end

  def run = early.bump!
end

package io.sluice.schedule;

import io.sluice.schedule.ScheduleTimes.Course;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;

/**
 * Lists courses, and finds that of a cluster without reading all of them: a step asks for
 * thousands.
 *
 * <p>A cluster that odd data list twice is in the first course.
 */
final class CourseList extends AbstractList<Course> implements RandomAccess {
  private final List<Course> courses;
  private final Map<String, Course> byCluster = new HashMap<>();
  private final Optional<Course> others;

  private CourseList(List<Course> courses) {
    this.courses = List.copyOf(courses);
    for (Course course : this.courses) {
      course.clusters().forEach(cluster -> byCluster.putIfAbsent(cluster, course));
    }
    others = this.courses.stream().filter(course -> course.clusters().isEmpty()).findFirst();
  }

  static CourseList of(List<Course> courses) {
    return courses instanceof CourseList known ? known : new CourseList(courses);
  }

  /** Returns the course of a cluster; empty if there is none, and none of all others. */
  Optional<Course> of(String cluster) {
    Course course = byCluster.get(cluster);
    return course == null ? others : Optional.of(course);
  }

  @Override
  public Course get(int index) {
    return courses.get(index);
  }

  @Override
  public int size() {
    return courses.size();
  }
}

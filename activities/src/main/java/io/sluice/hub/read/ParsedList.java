package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.function.Function;

/**
 * Holds objects and what was parsed of them.
 *
 * @param objects never changed after they were read
 */
record ParsedList<T>(List<GenericKubernetesResource> objects, T parsed) {
  static <T> ParsedList<T> of(
      List<GenericKubernetesResource> objects,
      Function<List<GenericKubernetesResource>, T> parser) {
    return new ParsedList<>(objects, parser.apply(objects));
  }

  /** Returns this if these are the same objects, else what is parsed of them. */
  ParsedList<T> now(
      List<GenericKubernetesResource> present,
      Function<List<GenericKubernetesResource>, T> parser) {
    return same(present) ? this : of(present, parser);
  }

  /** Returns whether these are the same objects, in the same order; equal ones are not enough. */
  boolean same(List<GenericKubernetesResource> present) {
    return same(objects, present);
  }

  static boolean same(
      List<GenericKubernetesResource> former, List<GenericKubernetesResource> present) {
    if (former == present) {
      return true;
    }
    int size = former.size();
    if (present.size() != size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (former.get(i) != present.get(i)) {
        return false;
      }
    }
    return true;
  }
}

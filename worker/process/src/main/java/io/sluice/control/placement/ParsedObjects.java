package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Keeps the parsed objects of one kind: each version of an object is parsed once, so that a change
 * of one costs no more than that.
 */
final class ParsedObjects<T> {
  private final Supplier<List<GenericKubernetesResource>> cached;
  private final Function<GenericKubernetesResource, T> parser;
  private final Map<String, Parsed<T>> parsed = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();
  private List<T> all = List.of();
  private long allAt = -1;

  private record Parsed<T>(String version, T value) {}

  /**
   * Parses the objects of a cache.
   *
   * @param cached the objects as they are now
   */
  ParsedObjects(
      Supplier<List<GenericKubernetesResource>> cached,
      Function<GenericKubernetesResource, T> parser) {
    this.cached = requireNonNull(cached, "cached is null");
    this.parser = requireNonNull(parser, "parser is null");
  }

  /** Notes that the cache has changed. */
  void changed() {
    changes.incrementAndGet();
  }

  /** Returns what this version of the object parses to. */
  T of(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    Parsed<T> known = parsed.get(key(meta));
    if (known == null || !known.version().equals(version(meta))) {
      known = new Parsed<>(version(meta), parser.apply(object));
      parsed.put(key(meta), known);
    }
    return known.value();
  }

  /** Returns all objects: the same list until one of them changes. */
  synchronized List<T> all() {
    long now = changes.get();
    if (now != allAt) {
      List<T> values = new ArrayList<>();
      Set<String> present = new HashSet<>();
      for (GenericKubernetesResource object : cached.get()) {
        values.add(of(object));
        present.add(key(object.getMetadata()));
      }
      parsed.keySet().retainAll(present);
      all = List.copyOf(values);
      allAt = now;
    }
    return all;
  }

  private static String key(ObjectMeta meta) {
    return meta.getNamespace() + "/" + meta.getName();
  }

  /** An object that was deleted and created anew may not be taken for the former one. */
  private static String version(ObjectMeta meta) {
    return meta.getUid() + "/" + meta.getResourceVersion();
  }
}

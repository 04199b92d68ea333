package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.cache.HubCaches;
import io.sluice.fleet.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Keeps the parsed objects of one kind: each version of an object is parsed once, and a change of
 * one costs no look at the others.
 */
final class ParsedObjects<T> {
  private final HubCaches caches;
  private final ResourceDefinitionContext kind;
  private final Function<GenericKubernetesResource, T> parser;
  private final Map<String, Parsed<T>> parsed = new ConcurrentHashMap<>();

  /** Keys of objects that may differ from those that are listed. */
  private final Set<String> changed = ConcurrentHashMap.newKeySet();

  private final List<String> keys = new ArrayList<>();
  private final List<T> values = new ArrayList<>();
  private Listed<T> listed = new Listed<>(0, List.of());
  private volatile boolean whole;

  /** An object that was deleted and created anew may not be taken for the former one. */
  private record Parsed<T>(String uid, String version, T value) {
    boolean of(ObjectMeta meta) {
      return Objects.equals(version, meta.getResourceVersion())
          && Objects.equals(uid, meta.getUid());
    }
  }

  /**
   * Holds all objects, by their keys.
   *
   * @param version another one for each list
   */
  record Listed<T>(long version, List<T> objects) {}

  /** Parses the objects of a kind, as they are cached. */
  ParsedObjects(
      HubCaches caches,
      ResourceDefinitionContext kind,
      Function<GenericKubernetesResource, T> parser) {
    this.caches = requireNonNull(caches, "caches is null");
    this.kind = requireNonNull(kind, "kind is null");
    this.parser = requireNonNull(parser, "parser is null");
  }

  /** Notes that the cache has another state of an object, or has it no more. */
  void changed(GenericKubernetesResource object) {
    String key = key(object.getMetadata());
    if (caches.find(kind, key).isEmpty()) {
      parsed.remove(key);
    }
    if (whole) {
      changed.add(key);
    }
  }

  /** Has all objects be listed anew. */
  void listAnew() {
    whole = false;
  }

  /** Returns what this version of the object parses to. */
  T of(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    String key = key(meta);
    Parsed<T> known = parsed.get(key);
    if (known == null || !known.of(meta)) {
      known = new Parsed<>(meta.getUid(), meta.getResourceVersion(), parser.apply(object));
      parsed.put(key, known);
    }
    return known.value();
  }

  /** Returns all objects: the same list until one of them changes. */
  synchronized Listed<T> all() {
    if (whole && changed.isEmpty()) {
      return listed;
    }
    try {
      if (whole) {
        update();
      } else {
        list();
      }
    } catch (RuntimeException e) {
      whole = false;
      throw e;
    }
    listed = new Listed<>(listed.version() + 1, List.copyOf(values));
    return listed;
  }

  private void list() {
    // What changes from here on is looked up once more.
    whole = true;
    Map<String, T> present = new TreeMap<>(ByteOrder.NAMES);
    for (GenericKubernetesResource object : caches.all(kind)) {
      present.put(key(object.getMetadata()), of(object));
    }
    parsed.keySet().retainAll(present.keySet());
    keys.clear();
    keys.addAll(present.keySet());
    values.clear();
    values.addAll(present.values());
  }

  private void update() {
    for (Iterator<String> each = changed.iterator(); each.hasNext(); ) {
      String key = each.next();
      // First: what changes after the look is looked up once more.
      each.remove();
      Optional<T> present = caches.find(kind, key).map(this::of);
      int place = Collections.binarySearch(keys, key, ByteOrder.NAMES);
      if (place < 0 && present.isPresent()) {
        keys.add(-place - 1, key);
        values.add(-place - 1, present.get());
      } else if (place >= 0 && present.isPresent()) {
        values.set(place, present.get());
      } else if (place >= 0) {
        keys.remove(place);
        values.remove(place);
      }
    }
  }

  /** Returns the key of an object in the caches. */
  private static String key(ObjectMeta meta) {
    return meta.getNamespace() == null
        ? meta.getName()
        : meta.getNamespace() + "/" + meta.getName();
  }
}

package io.sluice.hub.informer;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;

/** Stores the objects of a kind, and finds them by their namespace and by what functions return. */
final class IndexedObjects implements ItemStore<GenericKubernetesResource> {
  private static final String NAMESPACE = "";

  private final Map<String, GenericKubernetesResource> objects = new ConcurrentHashMap<>();
  private final Map<String, Index> indexes = new HashMap<>();

  /** The objects of one value, by their key; as a list it is the same one until they change. */
  private static final class Entry {
    final Map<String, GenericKubernetesResource> objects = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();
    private volatile Listed listed = new Listed(List.of(), 0);

    /** A list, made when there had been so many changes. */
    private record Listed(List<GenericKubernetesResource> objects, long changes) {}

    void put(String key, GenericKubernetesResource object) {
      objects.put(key, object);
      changes.incrementAndGet();
    }

    void remove(String key) {
      objects.remove(key);
      changes.incrementAndGet();
    }

    List<GenericKubernetesResource> list() {
      // Counted before it is copied: a change meanwhile makes a new list of the next call.
      long counted = changes.get();
      Listed known = listed;
      if (known.changes() != counted) {
        known = new Listed(List.copyOf(objects.values()), counted);
        listed = known;
      }
      return known.objects();
    }
  }

  /** The objects for which a function returned a value, by that value and their key. */
  private record Index(
      Function<GenericKubernetesResource, List<String>> values, Map<String, Entry> entries) {
    Index(Function<GenericKubernetesResource, List<String>> values) {
      this(values, new ConcurrentHashMap<>());
    }

    void put(String key, GenericKubernetesResource object) {
      for (String value : values.apply(object)) {
        entries.computeIfAbsent(value, any -> new Entry()).put(key, object);
      }
    }

    /** Removes what is stored for a former object, and not for the present one. */
    void remove(String key, GenericKubernetesResource former, Collection<String> present) {
      for (String value : values.apply(former)) {
        if (!present.contains(value)) {
          entries.computeIfPresent(
              value,
              (any, stored) -> {
                stored.remove(key);
                return stored.objects.isEmpty() ? null : stored;
              });
        }
      }
    }
  }

  /**
   * Creates an empty one.
   *
   * @param indexers functions whose values find objects, by the name of their index
   */
  IndexedObjects(Map<String, Function<GenericKubernetesResource, List<String>>> indexers) {
    indexes.put(NAMESPACE, new Index(IndexedObjects::namespace));
    indexers.forEach((name, values) -> indexes.put(name, new Index(values)));
  }

  private static List<String> namespace(GenericKubernetesResource object) {
    String namespace = object.getMetadata().getNamespace();
    return namespace == null ? List.of() : List.of(namespace);
  }

  /** Returns the objects in a namespace, as the same list until they change. */
  List<GenericKubernetesResource> in(String namespace) {
    return by(NAMESPACE, namespace);
  }

  /** Returns the objects with that value, as the same list until they change. */
  List<GenericKubernetesResource> by(String index, String value) {
    Entry entry = indexes.get(index).entries().get(value);
    return entry == null ? List.of() : entry.list();
  }

  @Override
  public String getKey(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    return meta.getNamespace() == null
        ? meta.getName()
        : meta.getNamespace() + "/" + meta.getName();
  }

  @Override
  public GenericKubernetesResource put(String key, GenericKubernetesResource object) {
    GenericKubernetesResource former = objects.put(key, object);
    for (Index index : indexes.values()) {
      index.put(key, object);
      if (former != null) {
        index.remove(key, former, Set.copyOf(index.values().apply(object)));
      }
    }
    return former;
  }

  @Override
  public GenericKubernetesResource remove(String key) {
    GenericKubernetesResource former = objects.remove(key);
    if (former != null) {
      indexes.values().forEach(index -> index.remove(key, former, Set.of()));
    }
    return former;
  }

  @Override
  public GenericKubernetesResource get(String key) {
    return objects.get(key);
  }

  @Override
  public Stream<String> keySet() {
    return objects.keySet().stream();
  }

  @Override
  public Stream<GenericKubernetesResource> values() {
    return objects.values().stream();
  }

  @Override
  public int size() {
    return objects.size();
  }
}

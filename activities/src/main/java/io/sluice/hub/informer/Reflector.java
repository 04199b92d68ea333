package io.sluice.hub.informer;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.sluice.hub.client.Acceptance;
import io.sluice.hub.crd.Kinds;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the objects of one kind in a store, as they are on the hub: lists them, and watches from
 * there on, for ever.
 *
 * <p>Lists are read in pages of about {@value #PAGE_BYTES} bytes. A watch is one request for each
 * window; that it ends as asked shows that the hub is alive, earlier than bookmarks, which come
 * only once a minute. What fails is tried again after a pause that grows; a list is read again only
 * if the hub does not know the version any more, or on demand. An object that cannot be read is
 * left out, and named; the store keeps its former state (policy-propagation 16b). One that is not
 * {@link Acceptance accepted} is not there.
 */
final class Reflector implements AutoCloseable {
  /**
   * What is listed and watched.
   *
   * @param kind the kind of all its objects
   * @param collection the address of the list
   * @param fields a field selector; empty for all objects
   * @param window after which the hub is to end each watch
   * @param lacking tells whether the hub says of itself that it lacks the kind, which only some may
   *     be: then there is no object, and it is asked again later
   */
  record Source(
      ResourceDefinitionContext kind,
      URI collection,
      String fields,
      Duration window,
      Optional<BooleanSupplier> lacking) {
    /** Returns its name for people: {@code policies.policy.open-cluster-management.io}. */
    String name() {
      return Kinds.resource(kind);
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

  private static final long PAGE_BYTES = 8 << 20;
  private static final long FIRST_PAGE = 100;

  /** More of them make a request no cheaper. */
  private static final long LARGEST_PAGE = 500;

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);
  private static final int DOUBLED_AT_MOST = 5;
  private static final Duration UNTIL_SERVED = Duration.ofSeconds(15);
  private static final long NEVER = Long.MIN_VALUE;
  private static final String DELETED = "DELETED";

  private final HttpClient http;
  private final Source source;
  private final ObjectParser parser;
  private final ItemStore<GenericKubernetesResource> store;
  private final ChangeListener listener;
  private final Thread thread;
  private final CompletableFuture<Void> synced = new CompletableFuture<>();
  private final UnreadableObjects unreadable;
  private final KeptMemory memory;

  /** The version from which to watch; empty: there is no list yet, or it has to be read anew. */
  private volatile String version = "";

  /** Why the list that is wanted could not be read; empty where it was. */
  private volatile Optional<KubernetesClientException> problem = Optional.empty();

  private volatile boolean watching;
  private volatile boolean served = true;
  private volatile boolean closed;
  private volatile long heardNanos = NEVER;

  /** Guarded by this: how often a list was demanded, and which demand the present one fulfils. */
  private long demanded = 1;

  private long fulfilled;
  private Optional<HubAnswer> watch = Optional.empty();

  Reflector(
      HttpClient http,
      Source source,
      ObjectParser parser,
      ItemStore<GenericKubernetesResource> store,
      KeptMemory memory,
      ChangeListener listener) {
    this.memory = memory;
    this.http = http;
    this.source = source;
    this.parser = parser;
    this.store = store;
    this.listener = listener;
    this.unreadable = new UnreadableObjects(source.name());
    this.thread = new Thread(this::run, "hub-" + source.name());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    int failures = 0;
    while (!closed) {
      try {
        if (listed()) {
          watch();
          failures = 0;
        } else if (!list()) {
          pause(UNTIL_SERVED);
        }
      } catch (IOException | RuntimeException e) {
        watching = false;
        failures++;
        failed(
            e instanceof KubernetesClientException refused
                ? refused
                : new KubernetesClientException(e.getMessage(), e),
            failures);
        pause(failures);
      } catch (InterruptedException e) {
        return;
      } catch (Error e) {
        watching = false;
        listener.broken(source.kind(), e);
        throw e;
      }
    }
  }

  private synchronized boolean listed() {
    return fulfilled == demanded && !version.isEmpty();
  }

  private void failed(KubernetesClientException failure, int failures) {
    if (failure.getCode() == HttpURLConnection.HTTP_GONE || unknown(failure)) {
      version = "";
      LOG.info("the hub has forgotten a version of {}: they are listed anew", source.name());
    } else if (!closed) {
      if (!listed()) {
        problem = Optional.of(failure);
      }
      listener.failed(source.kind(), failure, failures);
    }
  }

  private boolean unknown(KubernetesClientException failure) {
    return source.lacking().isPresent() && failure.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
  }

  private void pause(int failures) {
    pause(SHORTEST_PAUSE.multipliedBy(1L << Math.min(DOUBLED_AT_MOST, failures - 1)));
  }

  private synchronized void pause(Duration time) {
    long demand = demanded;
    long end = System.nanoTime() + time.toNanos();
    try {
      for (long left = end - System.nanoTime();
          left > 0 && !closed && demand == demanded;
          left = end - System.nanoTime()) {
        wait(Math.max(1, Duration.ofNanos(left).toMillis()));
      }
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  /** Returns whether the hub serves the kind; what it no longer serves is gone. */
  private boolean list() throws IOException, InterruptedException {
    long demand;
    synchronized (this) {
      demand = demanded;
    }
    try {
      version = read();
      served = true;
    } catch (KubernetesClientException e) {
      if (!unknown(e)) {
        throw e;
      }
      if (!source.lacking().orElseThrow().getAsBoolean()) {
        IOException unknown =
            new IOException(
                "its list is not found (404), and the hub does not say that it lacks the kind");
        unknown.addSuppressed(e);
        throw unknown;
      }
      served = false;
      // Nothing is missed: there is nothing to watch.
      watching = true;
      heardNanos = System.nanoTime();
      version = "";
      store.keySet().toList().forEach(this::removed);
    }
    synchronized (this) {
      fulfilled = demand;
    }
    problem = Optional.empty();
    listener.answered(source.kind());
    synced.complete(null);
    return served;
  }

  /** Reads all pages of the list; returns the version from which to watch. */
  private String read() throws IOException, InterruptedException {
    Set<String> keys = new HashSet<>();
    String first;
    try (ObjectQueue objects = new ObjectQueue(thread.getName(), text -> item(text, keys))) {
      first = pages(objects);
      objects.finish();
    }
    if (first.isEmpty()) {
      throw new IOException("its list has no resourceVersion");
    }
    if (!keys.contains(UnreadableObject.NO_NAME)) {
      store.keySet().filter(key -> !keys.contains(key)).toList().forEach(this::removed);
    }
    unreadable.keepOnly(keys);
    return first;
  }

  /** Asks for one page after the other; returns the version of the first. */
  private String pages(ObjectQueue objects) throws IOException, InterruptedException {
    long size = FIRST_PAGE;
    String next = "";
    String first = "";
    do {
      ListText page = new ListText(objects::add);
      String more = next.isEmpty() ? "" : "&continue=" + encoded(next);
      new HubAnswer(http, query("limit=" + size + more), page::read).await(() -> {});
      JsonNode metadata = page.envelope().path("metadata");
      first = first.isEmpty() ? metadata.path("resourceVersion").asText("") : first;
      next = metadata.path("continue").asText("");
      size = Math.min(LARGEST_PAGE, Math.max(1, page.objectsIn(PAGE_BYTES)));
    } while (!next.isEmpty());
    return first;
  }

  private void watch() throws IOException, InterruptedException {
    EventLines lines = new EventLines(this::event);
    String from = version;
    long begun = System.nanoTime();
    HubAnswer answer =
        new HubAnswer(
            http,
            query(
                "watch=true&allowWatchBookmarks=true&resourceVersion=%s&timeoutSeconds=%d"
                    .formatted(encoded(from), Math.max(1, source.window().toSeconds()))),
            part -> {
              heardNanos = System.nanoTime();
              lines.read(part);
            });
    synchronized (this) {
      watch = Optional.of(answer);
      if (closed || fulfilled != demanded) {
        answer.cancel();
      }
    }
    answer.await(
        () -> {
          heardNanos = System.nanoTime();
          watching = true;
          listener.answered(source.kind());
        });
    // A hub that ends watches at once is not asked again at once.
    if (from.equals(version) && System.nanoTime() - begun < SHORTEST_PAUSE.toNanos() && listed()) {
      pause(1);
    }
  }

  private URI query(String query) {
    String fields = source.fields().isEmpty() ? "" : "&fieldSelector=" + encoded(source.fields());
    return URI.create(source.collection() + "?" + query + fields);
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private void item(byte[] text, Set<String> keys) {
    try {
      GenericKubernetesResource object = kept(named(parser.object(text)));
      keys.add(store.getKey(object));
      put(object);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      keys.add(unreadable.add(text, e).key());
    }
  }

  private GenericKubernetesResource kept(GenericKubernetesResource object) throws IOException {
    memory.keep(store.getKey(object), object);
    return object;
  }

  /** The list of a kind that is built into the server names it once, for all its items. */
  private GenericKubernetesResource named(GenericKubernetesResource item) {
    if (item.getKind() == null) {
      item.setApiVersion(Kinds.apiVersion(source.kind()));
      item.setKind(source.kind().getKind());
    }
    return item;
  }

  private void event(byte[] line) throws IOException {
    ObjectEvent event;
    try {
      event = parser.event(line);
      if (!event.type().equals("ERROR")
          && !event.type().equals("BOOKMARK")
          && !event.type().equals(DELETED)) {
        kept(event.object());
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      UnreadableObject object = unreadable.add(line, e);
      if (object.version().isEmpty()) {
        version = "";
        throw new IOException("an event names no object, so all are listed anew", e);
      }
      if (object.event().equals(DELETED)) {
        removed(object.key());
      }
      version = object.version();
      return;
    }
    if (event.type().equals("ERROR")) {
      Map<String, Object> status = event.object().getAdditionalProperties();
      throw HubAnswer.refused(
          status.get("code") instanceof Number code ? code.intValue() : 0,
          String.valueOf(status.getOrDefault("message", status.get("reason"))));
    }
    if (event.type().equals(DELETED)) {
      removed(store.getKey(event.object()));
    } else if (!event.type().equals("BOOKMARK")) {
      put(event.object());
    }
    version = event.object().getMetadata().getResourceVersion();
  }

  private void put(GenericKubernetesResource object) {
    String key = store.getKey(object);
    if (!Acceptance.accepted(source.kind(), object)) {
      removed(key);
      return;
    }
    unreadable.remove(key);
    GenericKubernetesResource former = store.put(key, object);
    if (former == null || !same(former.getMetadata(), object.getMetadata())) {
      changed(key, Optional.ofNullable(former), Optional.of(object));
    }
  }

  private static boolean same(ObjectMeta former, ObjectMeta present) {
    return Objects.equals(former.getResourceVersion(), present.getResourceVersion())
        && Objects.equals(former.getUid(), present.getUid());
  }

  private void removed(String key) {
    unreadable.remove(key);
    memory.forget(key);
    GenericKubernetesResource former = store.remove(key);
    if (former != null) {
      changed(key, Optional.of(former), Optional.empty());
    }
  }

  private void changed(
      String key,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    if (closed) {
      return;
    }
    try {
      listener.changed(source.kind(), former, present);
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("A change of {} of {} was not handled.", key, source.name(), e);
    }
  }

  CompletableFuture<Void> synced() {
    return synced;
  }

  /** Returns why the list that is wanted could not be read. */
  Optional<KubernetesClientException> problem() {
    return problem;
  }

  /** Returns whether the list that was demanded last has been read. */
  synchronized boolean fulfilled() {
    return fulfilled == demanded;
  }

  /** Returns whether it is being watched; the end of a window changes nothing. */
  boolean watching() {
    return watching;
  }

  /** Returns whether the hub served the kind when it was listed last. */
  boolean served() {
    return served;
  }

  /** Returns how long the watch has been silent; empty if it never received anything. */
  Optional<Duration> silence() {
    long heard = heardNanos;
    return heard == NEVER
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(System.nanoTime() - heard));
  }

  /** Returns how many objects cannot be read. */
  int unreadable() {
    return unreadable.number();
  }

  /** Has the list read anew. */
  synchronized void listAnew() {
    demanded++;
    watch.ifPresent(HubAnswer::cancel);
    notifyAll();
  }

  @Override
  public void close() {
    closed = true;
    listAnew();
    thread.interrupt();
  }
}

package io.sluice.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Completes and checks what a client sent, against what is there: pure trees in, trees out.
 *
 * <p>The server owns uid, creation and deletion times, generation and status; the client owns the
 * rest.
 */
final class Metadata {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern LABEL_VALUE =
      Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
  private static final int ANNOTATIONS = 256 << 10;
  private static final String SUFFIX = "bcdfghjklmnpqrstvwxz2456789";
  private static final List<String> OWNED_BY_THE_SERVER =
      List.of("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds");

  private static final SecureRandom RANDOM = new SecureRandom();

  private Metadata() {}

  static ObjectNode of(ObjectNode tree) {
    return (ObjectNode) tree.get("metadata");
  }

  static String text(ObjectNode tree, String field) {
    return of(tree).path(field).asText("");
  }

  static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The key under which a new object is to be kept; its name is made up where it has none. */
  static Key keyOfNew(Kind kind, String namespace, ObjectNode tree) {
    ObjectNode metadata = of(tree);
    String prefix = text(tree, "generateName");
    if (text(tree, "name").isEmpty() && !prefix.isEmpty()) {
      StringBuilder name = new StringBuilder(prefix);
      RANDOM.ints(5, 0, SUFFIX.length()).forEach(i -> name.append(SUFFIX.charAt(i)));
      metadata.put("name", name.toString());
    }
    Key key = new Key(kind, namespace, text(tree, "name"));
    checkPlace(key, tree);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    return key;
  }

  /** Refuses an object that says it is another than the one that the URL names. */
  static void checkPlace(Key key, ObjectNode tree) {
    String apiVersion = tree.path("apiVersion").asText("");
    String kind = tree.path("kind").asText("");
    if (!apiVersion.equals(key.kind().apiVersion())) {
      throw ApiError.badRequest(
          "the API version in the data (%s) does not match the expected API version (%s)"
              .formatted(apiVersion, key.kind().apiVersion()));
    }
    if (!kind.equals(key.kind().name())) {
      throw invalid(
          key, "kind", "Invalid value: \"%s\": must be %s".formatted(kind, key.kind().name()));
    }
    String namespace = text(tree, "namespace");
    if (!namespace.isEmpty() && !namespace.equals(key.namespace())) {
      throw ApiError.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    if (!text(tree, "name").equals(key.name())) {
      throw ApiError.badRequest(
          "the name of the object (%s) does not match the name on the URL (%s)"
              .formatted(text(tree, "name"), key.name()));
    }
  }

  static ObjectNode completeNew(Key key, ObjectNode tree) {
    check(key, tree);
    ObjectNode metadata = of(tree);
    metadata.remove(List.of("managedFields", "selfLink", "resourceVersion", "generation"));
    metadata.remove(OWNED_BY_THE_SERVER);
    metadata.put("uid", UUID.randomUUID().toString()).put("creationTimestamp", now());
    if (key.kind().hasStatus()) {
      tree.remove("status");
    }
    if (key.kind().counted()) {
      metadata.put("generation", 1);
    }
    if (key.kind() == Kind.NAMESPACE) {
      metadata.withObject("/labels").put("kubernetes.io/metadata.name", key.name());
      tree.putObject("status").put("phase", "Active");
    }
    return tree;
  }

  /** The next state: what the update may change is taken from it, the rest from the current one. */
  static ObjectNode completeUpdate(Key key, ObjectNode current, ObjectNode update, boolean status) {
    ObjectNode next = status ? current.deepCopy() : update.deepCopy();
    if (key.kind().hasStatus()) {
      set(next, "status", (status ? update : current).get("status"));
    }
    ObjectNode metadata = of(next);
    metadata.remove(List.of("managedFields", "selfLink"));
    for (String field : OWNED_BY_THE_SERVER) {
      set(metadata, field, of(current).get(field));
    }
    set(metadata, "namespace", of(current).get("namespace"));
    set(metadata, "generation", of(current).get("generation"));
    set(metadata, "resourceVersion", of(current).get("resourceVersion"));
    check(key, next);
    checkFinalizers(key, current, next);
    if (key.kind().counted() && !content(current).equals(content(next))) {
      countUp(next);
    }
    return next;
  }

  static void countUp(ObjectNode tree) {
    if (of(tree).has("generation")) {
      of(tree).put("generation", of(tree).get("generation").asLong() + 1);
    }
  }

  private static void set(ObjectNode tree, String field, JsonNode value) {
    if (value == null) {
      tree.remove(field);
    } else {
      tree.set(field, value);
    }
  }

  private static ObjectNode content(ObjectNode tree) {
    return tree.deepCopy().without(List.of("metadata", "status"));
  }

  private static void check(Key key, ObjectNode tree) {
    boolean plain = key.kind() == Kind.NAMESPACE;
    if (key.name().isEmpty()) {
      throw invalid(key, "metadata.name", "Required value: name or generateName is required");
    }
    if (!(plain ? LABEL : SUBDOMAIN).matcher(key.name()).matches() || key.name().length() > 253) {
      throw invalid(
          key,
          "metadata.name",
          "Invalid value: \"%s\": a lowercase RFC 1123 %s is required"
              .formatted(key.name(), plain ? "label" : "subdomain"));
    }
    for (JsonNode value : of(tree).path("labels")) {
      String text = text(value);
      if (text.length() > 63 || !LABEL_VALUE.matcher(text).matches()) {
        throw invalid(
            key,
            "metadata.labels",
            "Invalid value: \"%s\": a valid label has at most 63 characters".formatted(text));
      }
    }
    int size = 0;
    for (JsonNode value : of(tree).path("annotations")) {
      size += text(value).length();
    }
    if (size > ANNOTATIONS) {
      throw invalid(key, "metadata.annotations", "Too long: may not be more than 262144 bytes");
    }
  }

  private static String text(JsonNode value) {
    if (value.isTextual()) {
      return value.asText();
    }
    throw ApiError.badRequest("a label or annotation is no string but " + value);
  }

  private static void checkFinalizers(Key key, ObjectNode current, ObjectNode next) {
    JsonNode before = of(current).path("finalizers");
    boolean added =
        StreamSupport.stream(of(next).path("finalizers").spliterator(), false)
            .anyMatch(f -> StreamSupport.stream(before.spliterator(), false).noneMatch(f::equals));
    if (added && of(current).has("deletionTimestamp")) {
      throw invalid(
          key,
          "metadata.finalizers",
          "Forbidden: no new finalizers can be added if the object is being deleted");
    }
  }

  private static ApiError invalid(Key key, String field, String why) {
    return ApiError.invalid(key.kind(), key.name(), field, why);
  }
}

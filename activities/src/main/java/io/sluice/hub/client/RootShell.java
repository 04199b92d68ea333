package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.policy.PolicyApi;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Stands for a root policy in a cache (policy-propagation 16b): its spec is the {@link RootOutline}
 * of what the policy has, and {@link #whole} parses the rest for one use.
 *
 * <p>Of a policy that is too large, labels and annotations are left out, too.
 */
public final class RootShell extends GenericKubernetesResource {
  private static final long serialVersionUID = 1L;

  /** What a label or annotation takes beside its letters. */
  private static final int ENTRY_BYTES = 100;

  /** Labels and annotations that take less are never left out. */
  private static final int SMALL = 4 << 10;

  /** More finalizers or owners are not kept: somebody wrote them to fill the memory. */
  private static final int MOST_ENTRIES = 16;

  /** Parses the text of a spec. */
  @FunctionalInterface
  public interface SpecParser {
    Map<String, Object> parse(byte[] json);
  }

  private final transient RootText text;
  private final transient Map<String, Object> others;
  private final transient SpecParser parser;
  private final transient int written;

  /**
   * Stands for a root that was received.
   *
   * @param others the fields beside {@code metadata} and {@code spec}, as the status
   */
  public RootShell(
      String apiVersion,
      String kind,
      ObjectMeta received,
      RootText text,
      Map<String, Object> others,
      SpecParser parser) {
    this(
        apiVersion,
        kind,
        metadata(received, text.tooLarge()),
        text.tooLarge() ? text.withoutSpec() : text,
        others,
        parser,
        Objects.hash(received.getLabels(), received.getAnnotations()));
  }

  private RootShell(
      String apiVersion,
      String kind,
      ObjectMeta kept,
      RootText text,
      Map<String, Object> others,
      SpecParser parser,
      int written) {
    this.text = requireNonNull(text, "text is null");
    this.others = requireNonNull(others, "others is null");
    this.parser = requireNonNull(parser, "parser is null");
    this.written = written;
    setApiVersion(apiVersion);
    setKind(kind);
    setMetadata(kept);
  }

  /** Only a replica that lost its label has owners and finalizers that a write must keep. */
  private static ObjectMeta metadata(ObjectMeta received, boolean identityOnly) {
    ObjectMeta kept = new ObjectMeta();
    kept.setNamespace(received.getNamespace());
    kept.setName(received.getName());
    kept.setUid(received.getUid());
    kept.setResourceVersion(received.getResourceVersion());
    kept.setGeneration(received.getGeneration());
    kept.setCreationTimestamp(received.getCreationTimestamp());
    kept.setDeletionTimestamp(received.getDeletionTimestamp());
    if (few(received.getFinalizers())) {
      kept.setFinalizers(received.getFinalizers());
    }
    if (few(received.getOwnerReferences())) {
      kept.setOwnerReferences(received.getOwnerReferences());
    }
    if (!identityOnly) {
      kept.setLabels(received.getLabels());
      kept.setAnnotations(received.getAnnotations());
      kept.setManagedFields(received.getManagedFields());
    } else if (received.getLabels() != null
        && received.getLabels().containsKey(PolicyApi.ROOT_POLICY)) {
      kept.setLabels(
          Map.of(PolicyApi.ROOT_POLICY, received.getLabels().get(PolicyApi.ROOT_POLICY)));
    }
    return kept;
  }

  private static boolean few(Collection<?> entries) {
    return entries != null && entries.size() <= MOST_ENTRIES;
  }

  @Override
  public Map<String, Object> getAdditionalProperties() {
    // The super class asks for them while it is constructed.
    if (text == null) {
      return Map.of();
    }
    Map<String, Object> fields = new LinkedHashMap<>(others);
    fields.put("spec", parser.parse(text.outline()));
    return fields;
  }

  /** Returns whether it is refused for its size: its content is neither kept nor read. */
  public boolean tooLarge() {
    return text.tooLarge();
  }

  /** Returns whether its content is kept. */
  public boolean kept() {
    return text.spec().isPresent();
  }

  /** Returns the size of its content: labels, annotations and spec as JSON, in bytes. */
  public long contentBytes() {
    return text.contentBytes();
  }

  /** Returns about how many templates its spec has. */
  public int templates() {
    return text.templates();
  }

  /** Returns whether its spec may name policy sets. */
  public boolean namesSets() {
    return text.namesSets();
  }

  /** Returns about how much memory its content takes, in bytes. */
  public long keptBytes() {
    return text.spec().map(spec -> spec.length).orElse(0) + metadataBytes();
  }

  private long metadataBytes() {
    return bytes(getMetadata().getLabels()) + bytes(getMetadata().getAnnotations());
  }

  private static long bytes(Map<String, String> texts) {
    return texts == null
        ? 0
        : texts.entrySet().stream()
            .mapToLong(
                entry ->
                    ENTRY_BYTES
                        + entry.getKey().length()
                        + (entry.getValue() == null ? 0 : entry.getValue().length()))
            .sum();
  }

  /** Returns the same without its content, which has to be read from the hub again. */
  public RootShell withoutContent() {
    return new RootShell(
        getApiVersion(),
        getKind(),
        metadata(getMetadata(), metadataBytes() > SMALL),
        text.withoutSpec(),
        others,
        parser,
        written);
  }

  /** Returns the root with all of its content; empty where that is not kept. */
  public Optional<GenericKubernetesResource> whole() {
    return text.spec()
        .map(
            spec -> {
              GenericKubernetesResource whole = new GenericKubernetesResource();
              whole.setApiVersion(getApiVersion());
              whole.setKind(getKind());
              whole.setMetadata(getMetadata());
              Map<String, Object> fields = new LinkedHashMap<>(others);
              fields.put("spec", parser.parse(spec));
              whole.setAdditionalProperties(fields);
              return whole;
            });
  }

  /** Returns whether labels and annotations were the same when both were received. */
  public boolean sameWritten(RootShell other) {
    return written == other.written;
  }

  /** Two are equal only if they are one: each stands for one answer of the hub. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}

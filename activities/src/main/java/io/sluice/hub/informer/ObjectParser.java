package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.RootShell;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.CachedSpec;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.hub.template.WorkContent;
import io.sluice.hub.template.WorkShell;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.template.KarmadaKeys;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Parses one object of the hub, token by token.
 *
 * <p>A labelled replica becomes a {@link io.sluice.hub.replica.ReplicaShell}; its templates and the
 * messages of its reports are passed over. Any other Policy becomes a {@link RootShell}, a Work a
 * {@link WorkShell}. Everything else becomes a generic object that lacks nothing but what {@link
 * ManagedFields} leaves out.
 */
final class ObjectParser {
  static final ObjectMapper JSON = new ObjectMapper();

  private static final String MESSAGE = "message";

  private final SpecCache specs = new SpecCache();
  private final SharedValues<PolicyName> policies = new SharedValues<>(1 << 10);
  private final SharedWorks works = new SharedWorks();
  private final boolean rows;

  /** Keeps the whole status of roots. */
  ObjectParser() {
    this(true);
  }

  /**
   * Parses objects of the hub.
   *
   * @param rows whether the rows are kept that the status of a root has for each cluster
   */
  ObjectParser(boolean rows) {
    this.rows = rows;
  }

  /** Parses the text of one object. */
  GenericKubernetesResource object(byte[] text) throws IOException {
    try (JsonParser json = JSON.createParser(text)) {
      json.nextToken();
      return new Reading(json, text).read();
    }
  }

  /** Parses the line of one event. */
  ObjectEvent event(byte[] line) throws IOException {
    try (JsonParser json = JSON.createParser(line)) {
      json.nextToken();
      String type = "";
      GenericKubernetesResource object = new GenericKubernetesResource();
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        json.nextToken();
        switch (key) {
          case "type" -> type = json.getText();
          case "object" -> object = new Reading(json, line).read();
          default -> json.skipChildren();
        }
      }
      return new ObjectEvent(type, object);
    }
  }

  /** The offsets of a part of a text. */
  private record Range(int from, int to) {}

  /** Reads one object. */
  private final class Reading {
    private final JsonParser json;
    private final byte[] source;
    private final LinkedHashMap<String, Object> fields = new LinkedHashMap<>();
    private String apiVersion;
    private String kind;
    private ObjectMeta meta;
    private Optional<PolicyName> root = Optional.empty();
    private Optional<Range> spec = Optional.empty();
    private Optional<WorkContent> work = Optional.empty();

    /**
     * Begins with the object at whose start the parser stands.
     *
     * @param source the bytes that it parses
     */
    Reading(JsonParser json, byte[] source) {
      this.json = json;
      this.source = source;
    }

    GenericKubernetesResource read() throws IOException {
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        json.nextToken();
        field(key);
      }
      if (root.isPresent()) {
        return replica(root.get());
      }
      if (work.isPresent()) {
        return new WorkShell(apiVersion, kind, meta, work.get(), CompactMap.of(fields));
      }
      return policy() && meta != null && !fields.containsKey("spec") ? policyShell() : object();
    }

    private void field(String key) throws IOException {
      switch (key) {
        case "apiVersion" -> apiVersion = TreeParser.shared(json.getText());
        case "kind" -> {
          kind = TreeParser.shared(json.getText());
          root = root();
        }
        case "metadata" -> {
          meta = MetadataParser.parse(json, ManagedFields.of(kind));
          root = root();
        }
        default -> part(key);
      }
    }

    private void part(String key) throws IOException {
      if (key.equals("spec") && policy() && json.currentToken() == JsonToken.START_OBJECT) {
        int from = (int) json.currentTokenLocation().getByteOffset();
        json.skipChildren();
        spec = Optional.of(new Range(from, (int) json.currentLocation().getByteOffset()));
      } else if (key.equals("spec") && work() && json.currentToken() == JsonToken.START_OBJECT) {
        work =
            Optional.of(works.of(WorkText.read(json, source, meta.getNamespace(), resolution())));
      } else if (root.isEmpty()) {
        fields.put(
            key, !rows && key.equals("status") && named() ? TreeParser.scalars(json) : tree());
      } else if (key.equals("status")) {
        fields.put(key, TreeParser.value(json, MESSAGE));
      } else {
        fields.put(key, TreeParser.value(json));
      }
    }

    /** Whether it is a root by its name: it is no replica that has lost its label, either. */
    private boolean named() {
      return policy()
          && meta != null
          && meta.getName() != null
          && PolicyName.ofReplica(meta.getName()).isEmpty();
    }

    /** A policy that is too deep is refused by that name; what is too deep else cannot be read. */
    private Object tree() throws IOException {
      if (policy()) {
        return TreeParser.limited(json);
      }
      return cluster() ? TreeParser.alike(json) : TreeParser.value(json);
    }

    /** Returns the root of a labelled replica, as far as it is known to be one. */
    private Optional<PolicyName> root() {
      return meta != null && meta.getName() != null && policy() && ReplicaParser.labelled(meta)
          ? PolicyName.ofReplica(meta.getName()).map(policies::of)
          : Optional.empty();
    }

    private GenericKubernetesResource replica(PolicyName policy) throws IOException {
      CachedSpec cached =
          spec.isPresent()
              ? specs.of(source, spec.get().from(), spec.get().to())
              : CachedSpec.of(JsonTree.map(fields, "spec"));
      return ReplicaParser.shell(policy, meta, cached, JsonTree.map(fields, "status"));
    }

    private GenericKubernetesResource policyShell() throws IOException {
      byte[] text =
          spec.map(range -> Arrays.copyOfRange(source, range.from(), range.to()))
              .orElseGet(() -> new byte[] {'{', '}'});
      return new RootShell(
          apiVersion,
          kind,
          meta,
          RootTextReader.read(text, meta),
          CompactMap.of(fields),
          RootTextReader::parse);
    }

    private GenericKubernetesResource object() {
      GenericKubernetesResource object = new GenericKubernetesResource();
      object.setApiVersion(apiVersion);
      object.setKind(kind);
      object.setMetadata(meta);
      object.setAdditionalProperties(cluster() ? CompactMap.of(fields) : fields);
      return object;
    }

    private boolean policy() {
      return Kinds.POLICY.getKind().equals(kind);
    }

    private boolean work() {
      return KarmadaKinds.WORK.getKind().equals(kind)
          && Kinds.apiVersion(KarmadaKinds.WORK).equals(apiVersion)
          && meta != null
          && meta.getNamespace() != null;
    }

    private String resolution() {
      Map<String, String> annotations = meta.getAnnotations();
      String said = annotations == null ? null : annotations.get(KarmadaKeys.CONFLICT_RESOLUTION);
      return said == null ? "" : said;
    }

    private boolean cluster() {
      return Kinds.MANAGED_CLUSTER.getKind().equals(kind);
    }
  }
}

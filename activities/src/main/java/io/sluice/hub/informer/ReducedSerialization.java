package io.sluice.hub.informer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.hub.transport.WatchLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads lists and events for informers: each object is reduced while it is parsed, see {@link
 * ObjectParser}.
 *
 * <p>It is for the client of the informers only. What such a client reads is to be looked at, never
 * to be written back with its managed fields.
 */
public final class ReducedSerialization extends KubernetesSerialization
    implements WatchLines.Parser {
  private final ObjectMapper mapper;
  private final WatchLines lines = new WatchLines();

  /** Creates one that shares nothing with others but texts. */
  public ReducedSerialization() {
    this(new ObjectMapper());
  }

  private ReducedSerialization(ObjectMapper mapper) {
    // Without the classes of all kinds: objects stay generic.
    super(mapper, false);
    this.mapper = mapper.registerModule(module(new ObjectParser()));
  }

  private static SimpleModule module(ObjectParser parser) {
    SimpleModule module = new SimpleModule("reduced objects");
    module.addDeserializer(GenericKubernetesResource.class, new ObjectDeserializer(parser));
    module.addDeserializer(WatchEvent.class, new EventDeserializer(parser));
    return module;
  }

  @Override
  public WatchLines lines() {
    return lines;
  }

  /** Parses from an array, so that the text of a part can be compared with others. */
  @Override
  public <T> T unmarshal(InputStream stream, TypeReference<T> type) {
    try {
      byte[] text = stream.readAllBytes();
      byte[] bytes = lines.take(text).orElse(text);
      if (bytes.length == 0 || bytes[0] != '{') {
        return super.unmarshal(new ByteArrayInputStream(bytes), type);
      }
      try (JsonParser json = mapper.createParser(bytes)) {
        return mapper
            .readerFor(type)
            .withAttribute(Source.class, new Source(json, bytes))
            .readValue(json);
      }
    } catch (IOException e) {
      throw KubernetesClientException.launderThrowable("Cannot read what the hub has sent", e);
    }
  }

  /** The bytes that a parser parses. */
  private record Source(JsonParser parser, byte[] bytes) {
    /** Empty for a parser of something else, as of a tree. */
    static Optional<byte[]> of(JsonParser json, DeserializationContext context) {
      return context.getAttribute(Source.class) instanceof Source source && source.parser == json
          ? Optional.of(source.bytes)
          : Optional.empty();
    }
  }

  private static final class ObjectDeserializer
      extends JsonDeserializer<GenericKubernetesResource> {
    private final ObjectParser parser;

    ObjectDeserializer(ObjectParser parser) {
      this.parser = parser;
    }

    @Override
    public GenericKubernetesResource deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return parser.parse(json, Source.of(json, context));
    }
  }

  private static final class EventDeserializer extends JsonDeserializer<WatchEvent> {
    private final ObjectParser parser;

    EventDeserializer(ObjectParser parser) {
      this.parser = parser;
    }

    @Override
    public WatchEvent deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      WatchEvent event = new WatchEvent();
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        json.nextToken();
        switch (key) {
          case "type" -> event.setType(json.getText());
          case "object" ->
              event.setObject(object(parser.parse(json, Source.of(json, context)), json));
          default -> json.skipChildren();
        }
      }
      return event;
    }

    /** An error comes as a Status. */
    private static Object object(GenericKubernetesResource object, JsonParser json) {
      return "Status".equals(object.getKind()) && "v1".equals(object.getApiVersion())
          ? ((ObjectMapper) json.getCodec()).convertValue(object, Status.class)
          : object;
    }
  }
}

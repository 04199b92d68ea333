package io.sluice.workflow;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import java.util.List;

/**
 * Creates the data converter that clients, workers and replays share.
 *
 * <p>Unknown fields are ignored, so that an older worker reads what a newer one wrote; payloads of
 * {@value GzipCodec#THRESHOLD} bytes and more are compressed, smaller ones stay readable in the UI.
 */
public final class Payloads {
  private Payloads() {}

  public static DataConverter converter() {
    ObjectMapper mapper =
        JacksonJsonPayloadConverter.newDefaultObjectMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    DataConverter json =
        DefaultDataConverter.newDefaultInstance()
            .withPayloadConverterOverrides(new JacksonJsonPayloadConverter(mapper));
    return new CodecDataConverter(json, List.of(new GzipCodec()), false);
  }
}

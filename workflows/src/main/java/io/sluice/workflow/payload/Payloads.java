package io.sluice.workflow.payload;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.payload.codec.ChainCodec;
import io.temporal.payload.codec.PayloadCodec;
import java.util.List;

/**
 * Creates the data converter that clients, workers and replays share.
 *
 * <p>Unknown fields are ignored, so that an older worker reads what a newer one wrote; payloads of
 * {@value GzipCodec#THRESHOLD} bytes and more are compressed, smaller ones stay readable in the UI.
 * With keys all of them are encrypted after that, and the texts of failures with them.
 */
public final class Payloads {
  private Payloads() {}

  /** Returns the one that encrypts nothing. */
  public static DataConverter converter() {
    return converter(PayloadKeys.NONE);
  }

  /** Returns the one that encrypts with the first of these keys, if there is one. */
  public static DataConverter converter(PayloadKeys keys) {
    ObjectMapper mapper =
        JacksonJsonPayloadConverter.newDefaultObjectMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    DataConverter json =
        DefaultDataConverter.newDefaultInstance()
            .withPayloadConverterOverrides(new JacksonJsonPayloadConverter(mapper));
    return new CodecDataConverter(json, codecs(keys), keys.encrypt());
  }

  /** Returns what the converter does to payloads, for those who read them elsewhere. */
  public static PayloadCodec codec(PayloadKeys keys) {
    return new ChainCodec(codecs(keys));
  }

  /** The last one encodes first. */
  private static List<PayloadCodec> codecs(PayloadKeys keys) {
    return List.of(new EncryptionCodec(keys), new GzipCodec());
  }
}

package io.sluice.workflow.payload;

import com.google.protobuf.ByteString;
import io.sluice.text.PrintableText;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts payloads with AES-256-GCM, in the form of Temporal's samples: cipher and key id in the
 * metadata, a random nonce before the data. Payloads that are not encrypted stay readable.
 *
 * <p>A key that is missing or wrong is an {@link IllegalStateException}: the task fails visibly,
 * and is tried again until a worker with the key takes it. See {@link GzipCodec}.
 */
final class EncryptionCodec implements PayloadCodec {
  private static final String ENCODING = "encoding";
  private static final String CIPHER = "encryption-cipher";
  private static final String KEY_ID = "encryption-key-id";
  private static final String AES = "AES/GCM/NoPadding";
  private static final ByteString ENCRYPTED = ByteString.copyFromUtf8("binary/encrypted");
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final PayloadKeys keys;
  private final SecureRandom random = new SecureRandom();

  EncryptionCodec(PayloadKeys keys) {
    this.keys = keys;
  }

  @Override
  public List<Payload> encode(List<Payload> payloads) {
    return keys.first()
        .map(key -> payloads.stream().map(payload -> encrypt(payload, key)).toList())
        .orElse(payloads);
  }

  @Override
  public List<Payload> decode(List<Payload> payloads) {
    return payloads.stream()
        .map(
            payload ->
                payload.getMetadataOrDefault(ENCODING, ByteString.EMPTY).equals(ENCRYPTED)
                    ? decrypt(payload)
                    : payload)
        .toList();
  }

  private Payload encrypt(Payload payload, PayloadKeys.Key key) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] data;
    try {
      data = cipher(Cipher.ENCRYPT_MODE, key.secret(), nonce).doFinal(payload.toByteArray());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "Cannot encrypt a payload with key %s: %s. Use a Java with AES-GCM."
              .formatted(key.id(), e.getMessage()),
          e);
    }
    return Payload.newBuilder()
        .putMetadata(ENCODING, ENCRYPTED)
        .putMetadata(CIPHER, ByteString.copyFromUtf8(AES))
        .putMetadata(KEY_ID, ByteString.copyFromUtf8(key.id()))
        .setData(ByteString.copyFrom(nonce).concat(ByteString.copyFrom(data)))
        .build();
  }

  private Payload decrypt(Payload payload) {
    String id = payload.getMetadataOrDefault(KEY_ID, ByteString.EMPTY).toStringUtf8();
    SecretKey key = keys.find(id).orElseThrow(() -> missing(id));
    ByteBuffer data = payload.getData().asReadOnlyByteBuffer();
    if (data.remaining() < NONCE_BYTES) {
      throw damaged(id, null);
    }
    byte[] nonce = new byte[NONCE_BYTES];
    data.get(nonce);
    byte[] encrypted = new byte[data.remaining()];
    data.get(encrypted);
    try {
      return PayloadReader.parse(cipher(Cipher.DECRYPT_MODE, key, nonce).doFinal(encrypted));
    } catch (AEADBadTagException e) {
      throw new IllegalStateException(
          "Cannot read a payload: the key %s here is not the one that encrypted it. Put that one into the file of payloads.keyFile, and restart."
              .formatted(id),
          e);
    } catch (GeneralSecurityException | IOException e) {
      throw damaged(id, e);
    }
  }

  private IllegalStateException missing(String id) {
    return new IllegalStateException(
        "Cannot read a payload: it is encrypted with key %s, and this process has %s. Add it to the file of payloads.keyFile, and restart."
            .formatted(
                PrintableText.line(id, GzipCodec.LONGEST_NAME),
                keys.encrypt() ? "only " + keys : "no keys"));
  }

  private static IllegalStateException damaged(String id, Exception cause) {
    return new IllegalStateException(
        "Cannot read a payload: what is encrypted with key %s is none. Start a worker of the version that wrote it."
            .formatted(id),
        cause);
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(AES);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }
}

package dev.ose.s3.document;

import dev.ose.s3.xml.XmlReader;

/**
 * The public access block of a bucket, which overrides its ACLs and its policy.
 *
 * @param blockPublicAcls whether new public ACLs are refused
 * @param ignorePublicAcls whether public grants of ACLs are ignored
 * @param blockPublicPolicy whether a new public policy is refused
 * @param restrictPublicBuckets whether a public policy only applies to the bucket's own account
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PublicAccessBlockConfiguration.html">
 *     PublicAccessBlockConfiguration</a>
 */
public record PublicAccessBlock(
        boolean blockPublicAcls, boolean ignorePublicAcls, boolean blockPublicPolicy, boolean restrictPublicBuckets) {

    private static final String ROOT = "PublicAccessBlockConfiguration";

    /** The default, which blocks nothing. */
    public static final PublicAccessBlock NONE = new PublicAccessBlock(false, false, false, false);

    /** Reads a body of at most 64 KiB; throws {@code MalformedXML}. What it leaves out is off. */
    public static PublicAccessBlock read(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.SMALL_BYTES, ROOT, PublicAccessBlock::content);
    }

    /** The document for an answer. */
    public byte[] toBytes() {
        return Documents.start(ROOT)
                .element("BlockPublicAcls", blockPublicAcls)
                .element("IgnorePublicAcls", ignorePublicAcls)
                .element("BlockPublicPolicy", blockPublicPolicy)
                .element("RestrictPublicBuckets", restrictPublicBuckets)
                .end()
                .toBytes();
    }

    private static PublicAccessBlock content(XmlReader xml) {
        PublicAccessBlock block = NONE;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            boolean isOn = XmlRequestBody.flag(xml.text());
            block = switch (child) {
                case "BlockPublicAcls" ->
                    new PublicAccessBlock(
                            isOn, block.ignorePublicAcls, block.blockPublicPolicy, block.restrictPublicBuckets);
                case "IgnorePublicAcls" ->
                    new PublicAccessBlock(
                            block.blockPublicAcls, isOn, block.blockPublicPolicy, block.restrictPublicBuckets);
                case "BlockPublicPolicy" ->
                    new PublicAccessBlock(
                            block.blockPublicAcls, block.ignorePublicAcls, isOn, block.restrictPublicBuckets);
                case "RestrictPublicBuckets" ->
                    new PublicAccessBlock(block.blockPublicAcls, block.ignorePublicAcls, block.blockPublicPolicy, isOn);
                default -> throw XmlRequestBody.malformed();
            };
        }
        return block;
    }
}

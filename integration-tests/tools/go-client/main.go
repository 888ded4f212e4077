// Does one thing with the SDK for Go at its default settings: go-client ENDPOINT ACTION ARGUMENT...
package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

type client struct {
	s3 *s3.Client
}

var ctx = context.Background()

func (c client) makeBucket(a []string) error {
	_, err := c.s3.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: &a[0]})
	return err
}

func (c client) removeBucket(a []string) error {
	_, err := c.s3.DeleteBucket(ctx, &s3.DeleteBucketInput{Bucket: &a[0]})
	return err
}

func (c client) put(a []string) error {
	body, err := os.Open(a[0])
	if err != nil {
		return err
	}
	defer body.Close()
	_, err = c.s3.PutObject(ctx, &s3.PutObjectInput{Bucket: &a[1], Key: &a[2], Body: body})
	return err
}

func (c client) upload(a []string) error {
	body, err := os.Open(a[0])
	if err != nil {
		return err
	}
	defer body.Close()
	_, err = manager.NewUploader(c.s3).Upload(ctx, &s3.PutObjectInput{Bucket: &a[1], Key: &a[2], Body: body})
	return err
}

func (c client) download(a []string) error {
	if err := os.MkdirAll(filepath.Dir(a[2]), 0o755); err != nil {
		return err
	}
	file, err := os.Create(a[2])
	if err != nil {
		return err
	}
	defer file.Close()
	found, err := c.s3.GetObject(ctx, &s3.GetObjectInput{Bucket: &a[0], Key: &a[1]})
	if err != nil {
		return err
	}
	defer found.Body.Close()
	_, err = io.Copy(file, found.Body)
	return err
}

func (c client) keys(bucket, prefix string) ([]string, error) {
	var keys []string
	pages := s3.NewListObjectsV2Paginator(c.s3, &s3.ListObjectsV2Input{Bucket: &bucket, Prefix: &prefix})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		for _, object := range page.Contents {
			keys = append(keys, *object.Key)
		}
	}
	return keys, nil
}

func (c client) list(a []string) error {
	keys, err := c.keys(a[0], a[1])
	fmt.Print(strings.Join(keys, "\x00"))
	return err
}

func (c client) uploadTree(a []string) error {
	return filepath.WalkDir(a[0], func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(a[0], path)
		if err != nil {
			return err
		}
		return c.upload([]string{path, a[1], a[2] + name})
	})
}

func (c client) downloadTree(a []string) error {
	keys, err := c.keys(a[0], a[1])
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := c.download([]string{a[0], key, filepath.Join(a[2], key[len(a[1]):])}); err != nil {
			return err
		}
	}
	return nil
}

func (c client) copy(a []string) error {
	source := a[0] + "/" + strings.ReplaceAll(url.QueryEscape(a[1]), "+", "%20")
	_, err := c.s3.CopyObject(ctx, &s3.CopyObjectInput{Bucket: &a[0], Key: &a[2], CopySource: &source})
	return err
}

func (c client) delete(a []string) error {
	_, err := c.s3.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &a[0], Key: &a[1]})
	return err
}

// Asks for every attribute, each of which the SDK puts into a header of its own, and prints what came.
func (c client) attributes(a []string) error {
	found, err := c.s3.GetObjectAttributes(ctx, &s3.GetObjectAttributesInput{
		Bucket: &a[0], Key: &a[1], ObjectAttributes: types.ObjectAttributes("").Values(),
	})
	if err != nil {
		return err
	}
	parts := int32(0)
	if found.ObjectParts != nil {
		parts = aws.ToInt32(found.ObjectParts.TotalPartsCount)
	}
	fmt.Printf("%s %d %s parts=%d checksum=%t", aws.ToString(found.ETag), aws.ToInt64(found.ObjectSize),
		found.StorageClass, parts, found.Checksum != nil)
	return nil
}

func (c client) deleteTree(a []string) error {
	keys, err := c.keys(a[0], a[1])
	if err != nil {
		return err
	}
	for len(keys) > 0 {
		count := min(len(keys), 1000)
		var objects []types.ObjectIdentifier
		for _, key := range keys[:count] {
			objects = append(objects, types.ObjectIdentifier{Key: aws.String(key)})
		}
		keys = keys[count:]
		answer, err := c.s3.DeleteObjects(ctx, &s3.DeleteObjectsInput{Bucket: &a[0], Delete: &types.Delete{Objects: objects}})
		if err != nil {
			return err
		}
		if len(answer.Errors) > 0 {
			return fmt.Errorf("%s: %s", *answer.Errors[0].Key, *answer.Errors[0].Code)
		}
	}
	return nil
}

func run() error {
	settings, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return err
	}
	c := client{s3.NewFromConfig(settings, func(o *s3.Options) {
		o.BaseEndpoint = aws.String(os.Args[1])
		o.UsePathStyle = true
	})}
	actions := map[string]func([]string) error{
		"make-bucket":   c.makeBucket,
		"remove-bucket": c.removeBucket,
		"put":           c.put,
		"upload":        c.upload,
		"upload-tree":   c.uploadTree,
		"download":      c.download,
		"download-tree": c.downloadTree,
		"list":          c.list,
		"copy":          c.copy,
		"delete":        c.delete,
		"delete-tree":   c.deleteTree,
		"attributes":    c.attributes,
	}
	return actions[os.Args[2]](os.Args[3:])
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
